/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.runner.jail;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One message to or from a jail server: a type and tagged fields, as the jail's PROTOCOL.md lays
 * them out.
 */
final class Frame {

    static final int LONGEST = 16_777_216;

    @SuppressWarnings("ArrayRecordComponent") // compared by nobody
    private record Field(char tag, byte[] value) {}

    private final char type;
    private final List<Field> fields = new ArrayList<>();

    Frame(char type) {
        this.type = type;
    }

    char type() {
        return type;
    }

    Frame number(char tag, long value) {
        fields.add(new Field(tag, ByteBuffer.allocate(Long.BYTES).putLong(value).array()));
        return this;
    }

    Frame text(char tag, String value) {
        return bytes(tag, value.getBytes(StandardCharsets.UTF_8));
    }

    Frame bytes(char tag, byte[] value) {
        fields.add(new Field(tag, value));
        return this;
    }

    long number(char tag) throws JailBroken {
        byte[] value = required(tag);
        if (value.length != Long.BYTES) {
            throw new JailBroken("field " + tag + " of frame " + type + " is not a number");
        }
        return ByteBuffer.wrap(value).getLong();
    }

    @Nullable Integer optionalNumber(char tag) throws JailBroken {
        return find(tag) == null ? null : (int) number(tag);
    }

    String text(char tag) throws JailBroken {
        return new String(required(tag), StandardCharsets.UTF_8);
    }

    byte[] bytes(char tag) throws JailBroken {
        return required(tag);
    }

    private byte[] required(char tag) throws JailBroken {
        byte[] value = find(tag);
        if (value == null) {
            throw new JailBroken("frame " + type + " came without field " + tag);
        }
        return value;
    }

    private byte @Nullable [] find(char tag) {
        for (Field field : fields) {
            if (field.tag() == tag) {
                return field.value();
            }
        }
        return null;
    }

    /** All fields of another frame as the value of one of this. */
    Frame nested(char tag, Frame other) {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        other.writeFields(body);
        return bytes(tag, body.toByteArray());
    }

    /** The fields that are the value of a field of this frame. */
    Frame nested(char tag) throws JailBroken {
        byte[] value = required(tag);
        return parse(ByteBuffer.allocate(1 + value.length).put((byte) type).put(value).flip());
    }

    private void writeFields(ByteArrayOutputStream body) {
        for (Field field : fields) {
            body.write(field.tag());
            body.writeBytes(
                    ByteBuffer.allocate(Integer.BYTES).putInt(field.value().length).array());
            body.writeBytes(field.value());
        }
    }

    void writeTo(OutputStream out) throws IOException {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        body.write(type);
        writeFields(body);
        if (body.size() > LONGEST) {
            throw new IOException("a frame of " + body.size() + " bytes is too long");
        }
        out.write(ByteBuffer.allocate(Integer.BYTES).putInt(body.size()).array());
        body.writeTo(out);
    }

    /** The next frame. JailBroken when the stream ends or is not made of frames. */
    static Frame read(DataInputStream in) throws IOException, JailBroken {
        int length;
        try {
            length = in.readInt();
        } catch (EOFException e) {
            throw new JailBroken("the jail server ended", e);
        }
        if (length < 1 || length > LONGEST) {
            throw new JailBroken("the jail server sent a frame of " + length + " bytes");
        }
        byte[] body = new byte[length];
        try {
            in.readFully(body);
        } catch (EOFException e) {
            throw new JailBroken("the jail server ended within a frame", e);
        }
        return parse(ByteBuffer.wrap(body));
    }

    private static Frame parse(ByteBuffer body) throws JailBroken {
        Frame frame = new Frame((char) body.get());
        while (body.hasRemaining()) {
            if (body.remaining() < 1 + Integer.BYTES) {
                throw new JailBroken("frame " + frame.type + " has a field cut short");
            }
            char tag = (char) body.get();
            int length = body.getInt();
            if (length < 0 || length > body.remaining()) {
                throw new JailBroken("field " + tag + " of frame " + frame.type + " is cut short");
            }
            byte[] value = new byte[length];
            body.get(value);
            frame.bytes(tag, value);
        }
        return frame;
    }
}
