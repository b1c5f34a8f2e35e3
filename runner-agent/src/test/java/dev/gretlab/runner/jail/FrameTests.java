/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.runner.jail;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
class FrameTests {

    private static byte[] written(Frame frame) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        frame.writeTo(out);
        return out.toByteArray();
    }

    private static Frame read(byte... bytes) throws IOException, JailBroken {
        return Frame.read(new DataInputStream(new ByteArrayInputStream(bytes)));
    }

    @Test
    void isLaidOutAsTheProtocolSays() throws IOException {
        assertThat(written(new Frame('G').text('n', "a").number('l', 258)))
                .containsExactly(
                        0, 0, 0, 20, 'G', 'n', 0, 0, 0, 1, 'a', 'l', 0, 0, 0, 8, 0, 0, 0, 0, 0, 0,
                        1, 2);
    }

    @Test
    void comesBackAsItWent() throws Exception {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int i = 0; i < 200; i++) {
            byte[] content = new byte[random.nextInt(5_000)];
            random.nextBytes(content);
            long number = random.nextLong();
            Frame frame = read(written(new Frame('C').bytes('c', content).number('t', number)));
            assertThat(frame.type()).as("seed %d", seed).isEqualTo('C');
            assertThat(frame.bytes('c')).as("seed %d", seed).isEqualTo(content);
            assertThat(frame.number('t')).as("seed %d", seed).isEqualTo(number);
        }
    }

    @Test
    void everyCutIsAnError() throws IOException {
        byte[] whole = written(new Frame('V').text('q', "none").number('c', 7));
        for (int length = 0; length < whole.length; length++) {
            byte[] cut = java.util.Arrays.copyOf(whole, length);
            assertThatThrownBy(() -> read(cut)).isInstanceOf(JailBroken.class);
        }
    }

    @Test
    void aFieldThatPromisesTooMuchIsAnError() {
        byte[] body =
                ByteBuffer.allocate(11).putInt(7).put((byte) 'V').put((byte) 'q').putInt(9).array();
        assertThatThrownBy(() -> read(body))
                .isInstanceOf(JailBroken.class)
                .hasMessageContaining("cut short");
    }

    @Test
    void lengthsOutOfBoundsAreErrors() {
        for (int length : new int[] {0, -1, Frame.LONGEST + 1}) {
            assertThatThrownBy(() -> read(ByteBuffer.allocate(4).putInt(length).array()))
                    .isInstanceOf(JailBroken.class);
        }
    }

    @Test
    void anEndSaysWhatIsMissing() throws Exception {
        assertThatThrownBy(() -> Ended.of(read(written(new Frame('V').text('q', "none")))))
                .isInstanceOf(JailBroken.class)
                .hasMessageContaining("field c");
        assertThatThrownBy(() -> Stop.of("boredom")).hasMessageContaining("boredom");
    }

    @Test
    void keptBytesKnowWhatTheyDropped() {
        KeptBytes kept = new KeptBytes(5);
        kept.accept(new byte[] {1, 2, 3});
        assertThat(kept.truncated(3)).isFalse();
        assertThat(kept.truncated(4)).isTrue();
        kept.accept(new byte[] {4, 5, 6});
        kept.accept(new byte[] {7});
        assertThat(kept.bytes()).containsExactly(1, 2, 3, 4, 5);
        assertThat(kept.truncated(0)).isTrue();
    }
}
