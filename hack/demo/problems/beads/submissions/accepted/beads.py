from itertools import groupby

print(*(f"{len(list(group))}{bead}" for bead, group in groupby(input())))
