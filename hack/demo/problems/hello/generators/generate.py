"""Writes the secret test: there is no input, so there is only one."""
from pathlib import Path

secret = Path(__file__).resolve().parent.parent / "data" / "secret"
secret.mkdir(parents=True, exist_ok=True)
(secret / "01-greeting.in").write_bytes(b"")
(secret / "01-greeting.ans").write_bytes(b"Hello, Gretlab!\n")
