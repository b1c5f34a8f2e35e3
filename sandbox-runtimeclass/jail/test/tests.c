/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
/* Tests of the pure parts. Prints each failure, then `N passed, N failed`. */
#include "failure.h"
#include "frames.h"
#include "options.h"
#include "request.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void test_seccomp(void (*expect)(bool holds, const char *what, int line));
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static int passed, wrong;

static void expect(bool holds, const char *what, int line)
{
    if (holds) {
        passed++;
        return;
    }
    wrong++;
    printf("test/tests.c:%d: %s (%s)\n", line, what, failure_text());
}

#define EXPECT(holds) expect((holds), #holds, __LINE__)

/* A copy of the exact size, so that AddressSanitizer sees one byte too far. */
static enum decoded decode(const struct bytes *frame, struct request *request)
{
    static uint8_t *exact;
    free(exact);
    exact = malloc(frame->length - FRAME_HEAD);
    memcpy(exact, frame->data + FRAME_HEAD, frame->length - FRAME_HEAD);
    return request_decode(exact, frame->length - FRAME_HEAD, request);
}

static enum decoded decode_once(const struct bytes *frame)
{
    struct request request;
    enum decoded outcome = decode(frame, &request);
    request_free(&request);
    return outcome;
}

static void begin_exec(struct bytes *frame)
{
    frame_begin(frame, 'X');
    frame_add_text(frame, 'b', "p");
    frame_add_text(frame, 'a', "python3");
    frame_add_text(frame, 'a', "");
    frame_add_text(frame, 'e', "A=b=c");
}

static void add_limits(struct bytes *frame)
{
    for (const char *tag = "ctmvnlzks"; *tag; tag++)
        frame_add_number(frame, *tag, 1000 + (uint64_t)*tag);
}

static void test_frames(void)
{
    uint32_t length = 0;
    EXPECT(frame_peek((const uint8_t *)"\0\0\0", 3, &length) == FRAME_PARTIAL);
    EXPECT(frame_peek((const uint8_t *)"\0\0\0\0", 4, &length) == FRAME_BROKEN);
    EXPECT(frame_peek((const uint8_t *)"\0\0\0\1", 4, &length) == FRAME_PARTIAL && length == 1);
    EXPECT(frame_peek((const uint8_t *)"\0\0\0\1D", 5, &length) == FRAME_WHOLE && length == 1);
    EXPECT(frame_peek((const uint8_t *)"\1\0\0\0D", 5, &length) == FRAME_PARTIAL && length == FRAME_MAX);
    EXPECT(frame_peek((const uint8_t *)"\1\0\0\1D", 5, &length) == FRAME_BROKEN);
    EXPECT(frame_peek((const uint8_t *)"\377\377\377\377D", 5, &length) == FRAME_BROKEN);

    struct bytes frame = {0};
    frame_begin(&frame, 'V');
    frame_add_number(&frame, 'c', 0x0102030405060708);
    frame_end(&frame);
    EXPECT(frame.length == 18 && memcmp(frame.data, "\0\0\0\016Vc\0\0\0\010\1\2\3\4\5\6\7\010", 18) == 0);
    bytes_free(&frame);

    struct field_cursor cursor = {(const uint8_t *)"n\0\0\0\2ab", 7};
    struct field field;
    EXPECT(field_next(&cursor, &field) == 1 && field.tag == 'n' && field.length == 2 && memcmp(field.value, "ab", 2) == 0);
    EXPECT(field_next(&cursor, &field) == 0);
    cursor = (struct field_cursor){(const uint8_t *)"n\0\0\0\3ab", 7};
    EXPECT(field_next(&cursor, &field) == -1);
    cursor = (struct field_cursor){(const uint8_t *)"n\377\377\377\377ab", 7};
    EXPECT(field_next(&cursor, &field) == -1);
    cursor = (struct field_cursor){(const uint8_t *)"n\0\0\0", 4};
    EXPECT(field_next(&cursor, &field) == -1);
}

static void test_names(void)
{
    static const char *const sound[] = {"a", "main.py", "a/b/c", "...", ".main", "a..b", "A_1-2+3.x", "..a/b"};
    static const char *const unsound[] = {"", "/", "/a", "a/", "a//b", ".", "..", "../a", "a/..", "a/../b", "./a", "a/.", "a b", "a\\b", "a\nb", "\xc3\xa9", "a*", "~"};
    for (size_t i = 0; i < sizeof sound / sizeof *sound; i++)
        expect(name_is_sound(sound[i]), sound[i], __LINE__);
    for (size_t i = 0; i < sizeof unsound / sizeof *unsound; i++)
        expect(!name_is_sound(unsound[i]), unsound[i], __LINE__);
    char name[NAME_LONGEST + 2];
    memset(name, 'a', sizeof name);
    name[NAME_LONGEST] = 0;
    EXPECT(name_is_sound(name));
    name[NAME_LONGEST] = 'a';
    name[NAME_LONGEST + 1] = 0;
    EXPECT(!name_is_sound(name));
}

static void test_exec(void)
{
    struct bytes frame = {0};
    struct request request;
    begin_exec(&frame);
    frame_add_number(&frame, 'w', 1);
    frame_add_text(&frame, 'i', "in/1");
    frame_add_text(&frame, 'o', "out");
    frame_add_number(&frame, 'O', 10);
    frame_add_number(&frame, 'Z', 11);
    frame_add_text(&frame, 'x', "in/1=/data/input");
    frame_add_text(&frame, 'x', "ans=/data/x/answer");
    frame_add_text(&frame, 'f', "fb");
    add_limits(&frame);
    EXPECT(decode(&frame, &request) == DECODED);
    const struct exec_request *exec = &request.exec;
    EXPECT(request.type == 'X' && exec->box == 'p' && exec->writable && !exec->second);
    EXPECT(exec->arguments.count == 2 && strcmp(exec->arguments.at[0], "python3") == 0 && !*exec->arguments.at[1] && !exec->arguments.at[2]);
    EXPECT(exec->environment.count == 1 && strcmp(exec->environment.at[0], "A=b=c") == 0 && !exec->environment.at[1]);
    EXPECT(strcmp(exec->input, "in/1") == 0 && strcmp(exec->keep, "out") == 0 && strcmp(exec->feedback, "fb") == 0);
    EXPECT(exec->send_stdout == 10 && exec->send_stderr == 11);
    EXPECT(exec->exposed_count == 2 && strcmp(exec->exposed[1].name, "ans") == 0 && strcmp(exec->exposed[1].path, "/data/x/answer") == 0);
    EXPECT(exec->limits.cpu_us == 1000 + 'c' && exec->limits.wall_us == 1000 + 't' && exec->limits.memory == 1000 + 'm');
    EXPECT(exec->limits.address_space == 1000 + 'v' && exec->limits.processes == 1000 + 'n' && exec->limits.output == 1000 + 'l');
    EXPECT(exec->limits.file_size == 1000 + 'z' && exec->limits.scratch == 1000 + 'k' && exec->limits.stack == 1000 + 's');
    request_free(&request);

    begin_exec(&frame);
    add_limits(&frame);
    EXPECT(decode(&frame, &request) == DECODED && !request.exec.input && !request.exec.keep && !request.exec.feedback && !request.exec.writable);
    request_free(&request);

    /* A warm start carries the whole request along, to be decoded again. */
    begin_exec(&frame);
    frame_add_text(&frame, 'h', "/box/dir/main.py");
    add_limits(&frame);
    EXPECT(decode(&frame, &request) == DECODED && strcmp(request.exec.warm, "/box/dir/main.py") == 0);
    EXPECT(request.exec.frame_length == frame.length - FRAME_HEAD && memcmp(request.exec.frame, frame.data + FRAME_HEAD, request.exec.frame_length) == 0);
    request_free(&request);
    static const char *const not_in_the_box[] = {"", "main.py", "/box/", "/box", "/box/../etc/passwd", "/tmp/main.py", "/box//main.py"};
    for (size_t i = 0; i < sizeof not_in_the_box / sizeof *not_in_the_box; i++) {
        begin_exec(&frame);
        frame_add_text(&frame, 'h', not_in_the_box[i]);
        add_limits(&frame);
        EXPECT(decode_once(&frame) == DECODE_REQUEST);
    }

    /* Each limit is needed. */
    for (const char *left_out = "ctmvnlzks"; *left_out; left_out++) {
        begin_exec(&frame);
        for (const char *tag = "ctmvnlzks"; *tag; tag++)
            if (tag[0] != *left_out)
                frame_add_number(&frame, *tag, 5000);
        EXPECT(decode_once(&frame) == DECODE_PROTOCOL);
    }

    static const struct {
        char tag;
        const char *value;
        enum decoded outcome;
    } extra[] = {
        {'i', "../etc/passwd", DECODE_REQUEST}, {'o', "/etc/x", DECODE_REQUEST},   {'x', "a", DECODE_REQUEST},
        {'x', "a=/etc/passwd", DECODE_REQUEST}, {'x', "a=/data/../x", DECODE_REQUEST}, {'x', "../a=/data/x", DECODE_REQUEST},
        {'x', "a=/data/", DECODE_REQUEST},      {'e', "novalue", DECODE_REQUEST},  {'e', "=x", DECODE_REQUEST},
        {'b', "v", DECODE_PROTOCOL},            {'w', "1", DECODE_PROTOCOL},       {'?', "", DECODE_PROTOCOL},
        {'O', "", DECODE_PROTOCOL},             {'\xff', "", DECODE_PROTOCOL},
    };
    for (size_t i = 0; i < sizeof extra / sizeof *extra; i++) {
        begin_exec(&frame);
        add_limits(&frame);
        frame_add_text(&frame, extra[i].tag, extra[i].value);
        expect(decode_once(&frame) == extra[i].outcome, extra[i].value, __LINE__);
    }
    begin_exec(&frame);
    add_limits(&frame);
    frame_add_bytes(&frame, 'a', "a\0b", 3);
    EXPECT(decode_once(&frame) == DECODE_PROTOCOL);

    frame_begin(&frame, 'X');
    frame_add_text(&frame, 'b', "d");
    frame_add_text(&frame, 'a', "x");
    add_limits(&frame);
    EXPECT(decode_once(&frame) == DECODE_REQUEST);

    begin_exec(&frame);
    add_limits(&frame);
    for (int i = 0; i <= EXPOSED_MOST; i++)
        frame_add_text(&frame, 'x', "a=/data/a");
    EXPECT(decode_once(&frame) == DECODE_REQUEST);
    bytes_free(&frame);
}

/* The fields of a second program, without a frame's head and type. */
static void add_second(struct bytes *frame, const char *box, char more, const char *value)
{
    struct bytes second = {0};
    frame_begin(&second, 'X');
    frame_add_text(&second, 'b', box);
    frame_add_text(&second, 'a', "validate");
    frame_add_text(&second, 'a', "/data/secret");
    frame_add_text(&second, 'x', "in=/data/input");
    frame_add_text(&second, 'f', "fb");
    frame_add_text(&second, 'h', "/box/validate.py");
    add_limits(&second);
    if (more)
        frame_add_text(&second, more, value);
    frame_add_bytes(frame, '2', second.data + FRAME_HEAD + 1, second.length - FRAME_HEAD - 1);
    bytes_free(&second);
}

static bool holds(const uint8_t *bytes, size_t length, const char *text)
{
    return memmem(bytes, length, text, strlen(text)) != NULL;
}

static void test_joined(void)
{
    struct bytes frame = {0};
    struct request request;
    begin_exec(&frame);
    frame_add_text(&frame, 'h', "/box/main.py");
    add_second(&frame, "v", 0, "");
    frame_add_number(&frame, 'u', 42);
    add_limits(&frame);
    EXPECT(decode(&frame, &request) == DECODED);
    const struct exec_request *first = &request.exec, *second = first->second;
    EXPECT(second && first->box == 'p' && first->let_go == 42 && second->box == 'v' && second->let_go == LET_GO_ALWAYS);
    EXPECT(second->arguments.count == 2 && strcmp(second->arguments.at[1], "/data/secret") == 0 && !second->arguments.at[2]);
    EXPECT(second->exposed_count == 1 && strcmp(second->feedback, "fb") == 0 && second->limits.wall_us == 1000 + 't');
    EXPECT(first->arguments.count == 2 && first->exposed_count == 0 && !first->feedback);
    /* Each warm start carries its own program along and nothing of the other. */
    EXPECT(holds(second->frame, second->frame_length, "/data/secret") && !holds(second->frame, second->frame_length, "main.py"));
    EXPECT(holds(first->frame, first->frame_length, "main.py") && !holds(first->frame, first->frame_length, "/data/secret"));
    struct request alone;
    EXPECT(request_decode(first->frame, first->frame_length, &alone) == DECODED && !alone.exec.second && alone.exec.limits.stack == 1000 + 's');
    request_free(&alone);
    EXPECT(request_decode(second->frame, second->frame_length, &alone) == DECODED && alone.exec.box == 'v');
    request_free(&alone);
    request_free(&request);

    begin_exec(&frame);
    add_second(&frame, "v", 0, "");
    add_limits(&frame);
    EXPECT(decode(&frame, &request) == DECODED && request.exec.let_go == LET_GO_ALWAYS);
    request_free(&request);

    static const struct {
        const char *box;
        char more;
        const char *value;
        enum decoded outcome;
    } seconds[] = {
        {"p", 0, "", DECODE_REQUEST},            {"d", 0, "", DECODE_REQUEST},   {"v", 'i', "in", DECODE_PROTOCOL}, {"v", 'o', "out", DECODE_PROTOCOL},
        {"v", 'w', "\0\0\0\0\0\0\0\1", DECODE_PROTOCOL}, {"v", '2', "", DECODE_PROTOCOL}, {"v", 'u', "", DECODE_PROTOCOL},
        {"v", 'e', "novalue", DECODE_REQUEST},   {"v", 'x', "a=/etc/passwd", DECODE_REQUEST}, {"vv", 0, "", DECODE_PROTOCOL},
    };
    for (size_t i = 0; i < sizeof seconds / sizeof *seconds; i++) {
        begin_exec(&frame);
        add_second(&frame, seconds[i].box, seconds[i].more, seconds[i].value);
        add_limits(&frame);
        expect(decode_once(&frame) == seconds[i].outcome, seconds[i].value, __LINE__);
    }
    static const struct {
        char tag;
        const char *text; /* null: the number 1 */
        enum decoded outcome;
    } firsts[] = {{'i', "in", DECODE_REQUEST}, {'o', "out", DECODE_REQUEST}, {'w', NULL, DECODE_REQUEST}, {'O', NULL, DECODED}, {'u', NULL, DECODED}, {'f', "mine", DECODED}};
    for (size_t i = 0; i < sizeof firsts / sizeof *firsts; i++) {
        begin_exec(&frame);
        add_second(&frame, "v", 0, "");
        add_limits(&frame);
        if (firsts[i].text)
            frame_add_text(&frame, firsts[i].tag, firsts[i].text);
        else
            frame_add_number(&frame, firsts[i].tag, 1);
        expect(decode_once(&frame) == firsts[i].outcome, "a first program", __LINE__);
    }
    begin_exec(&frame);
    add_second(&frame, "v", 0, "");
    add_second(&frame, "v", 0, "");
    add_limits(&frame);
    EXPECT(decode_once(&frame) == DECODE_PROTOCOL);
    begin_exec(&frame);
    frame_add_text(&frame, '2', "b\0\0");
    add_limits(&frame);
    EXPECT(decode_once(&frame) == DECODE_PROTOCOL);
    begin_exec(&frame);
    add_limits(&frame);
    frame_add_number(&frame, 'u', 42); /* and no second program */
    EXPECT(decode_once(&frame) == DECODE_REQUEST);
    begin_exec(&frame);
    add_second(&frame, "v", 0, "");
    add_limits(&frame);
    frame_add_number(&frame, 'u', 256);
    EXPECT(decode_once(&frame) == DECODE_REQUEST);
    bytes_free(&frame);
}

static void test_other_requests(void)
{
    struct bytes frame = {0};
    struct request request;
    frame_begin(&frame, 'F');
    frame_add_text(&frame, 'b', "d");
    frame_add_text(&frame, 'n', "in");
    frame_add_number(&frame, 'm', 0644);
    frame_add_bytes(&frame, 'c', "a\0b", 3);
    frame_add_number(&frame, 'a', 1);
    EXPECT(decode(&frame, &request) == DECODED && request.box == 'd' && strcmp(request.name, "in") == 0 && request.append);
    EXPECT(request.content_length == 3 && memcmp(request.content, "a\0b", 3) == 0);
    request_free(&request);

    frame_begin(&frame, 'F');
    frame_add_text(&frame, 'b', "d");
    frame_add_text(&frame, 'n', "in");
    frame_add_number(&frame, 'm', 04755);
    frame_add_text(&frame, 'c', "");
    EXPECT(decode_once(&frame) == DECODE_REQUEST);

    frame_begin(&frame, 'W');
    EXPECT(decode_once(&frame) == DECODE_PROTOCOL);
    frame_add_number(&frame, 's', 0);
    EXPECT(decode_once(&frame) == DECODE_REQUEST);
    frame_begin(&frame, 'W');
    frame_add_number(&frame, 's', 1 << 20);
    EXPECT(decode_once(&frame) == DECODED);
    frame_add_number(&frame, 's', 1 << 20);
    EXPECT(decode_once(&frame) == DECODE_PROTOCOL);

    frame_begin(&frame, 'K');
    EXPECT(decode_once(&frame) == DECODED);
    frame_add_text(&frame, 'n', "x");
    EXPECT(decode_once(&frame) == DECODE_PROTOCOL);
    frame_begin(&frame, 'Q');
    EXPECT(decode_once(&frame) == DECODE_PROTOCOL);
    EXPECT(request_decode((const uint8_t *)"", 0, &request) == DECODE_PROTOCOL);
    bytes_free(&frame);
}

static int parse(const char *line, struct options *options)
{
    static char text[512];
    static char *arguments[64];
    int count = 0;
    snprintf(text, sizeof text, "gretlab-jail %s", line);
    for (char *word = strtok(text, " "); word; word = strtok(NULL, " "))
        arguments[count++] = word;
    arguments[count] = NULL;
    return options_parse(count, arguments, options);
}

static void test_options(void)
{
    struct options options;
    EXPECT(parse("serve", &options) == 0 && options.command == COMMAND_SERVE && options.root.uid == 0);
    EXPECT(parse("serve --uid 60003 --bind /opt/tools", &options) == 0 && options.root.uid == 60003 && options.root.bind_count == 1);
    EXPECT(parse("run --cpu-ms 500 --memory-mb 64 -- echo --uid 5", &options) == 0 && options.limits.cpu_us == 500000 && options.limits.memory == 64 << 20);
    EXPECT(strcmp(options.arguments[0], "echo") == 0 && strcmp(options.arguments[2], "5") == 0 && !options.arguments[3]);
    EXPECT(options.limits.wall_us == 6500000);
    EXPECT(parse("run true", &options) == 0 && strcmp(options.arguments[0], "true") == 0);
    EXPECT(parse("run --env A=b --box /x -- true", &options) == 0 && options.environment_count == 1 && strcmp(options.root.program, "/x") == 0);
    EXPECT(parse("check --uid 7", &options) == 0 && options.command == COMMAND_CHECK);
    static const char *const refused[] = {
        "",           "walk",          "serve --uid",   "serve --uid 0",       "serve --uid -1",     "serve --uid 1x",       "serve --uid 99999999999",
        "serve more", "serve --box /", "run",           "run --",              "run --cpu-ms 0 -- a", "run --cpu-ms 1e3 -- a", "run --walls 3 -- a",
        "check --bind /x", "run --env novalue -- a", "run --box relative -- a", "serve --memory-mb 5",
    };
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++)
        expect(parse(refused[i], &options) == -1, refused[i], __LINE__);
}

/* Deterministic: the same mutations on every machine. */
static uint32_t next_random(void)
{
    static uint32_t state = 2463534242u;
    state ^= state << 13;
    state ^= state >> 17;
    state ^= state << 5;
    return state;
}

static void test_mutations(void)
{
    enum { ROUNDS = 200000 };
    struct bytes good = {0}, frame = {0};
    begin_exec(&frame);
    frame_add_text(&frame, 'i', "in/1");
    frame_add_text(&frame, 'x', "in/1=/data/input");
    frame_add_text(&frame, 'f', "fb");
    add_limits(&frame);
    frame_end(&frame);
    bytes_add(&good, frame.data, frame.length);
    begin_exec(&frame);
    frame_add_text(&frame, 'h', "/box/main.py");
    add_second(&frame, "v", 0, "");
    frame_add_number(&frame, 'u', 42);
    add_limits(&frame);
    frame_end(&frame);
    bytes_add(&good, frame.data, frame.length);
    frame_begin(&frame, 'F');
    frame_add_text(&frame, 'b', "d");
    frame_add_text(&frame, 'n', "in");
    frame_add_number(&frame, 'm', 0644);
    frame_add_text(&frame, 'c', "content");
    frame_end(&frame);
    bytes_add(&good, frame.data, frame.length);
    frame_begin(&frame, 'W');
    frame_add_number(&frame, 's', 1 << 20);
    frame_end(&frame);
    bytes_add(&good, frame.data, frame.length);

    for (int round = 0; round < ROUNDS; round++) {
        size_t from = next_random() % 3 == 0 ? next_random() % good.length : 0;
        size_t length = good.length - from;
        if (next_random() % 3 == 0)
            length = next_random() % (length + 1);
        uint8_t *bytes = malloc(length ? length : 1);
        memcpy(bytes, good.data + from, length);
        for (unsigned changes = next_random() % 4; length && changes; changes--) {
            static const uint8_t interesting[] = {0, 1, 4, 8, 127, 128, 255, '/', '.', '=', 'X', 'F', 'a', 'b', 'p'};
            bytes[next_random() % length] = next_random() % 2 ? interesting[next_random() % sizeof interesting] : (uint8_t)next_random();
        }
        LLVMFuzzerTestOneInput(bytes, length);
        free(bytes);
    }
    passed++; /* a violated rule aborts, a bad access is reported by the sanitizers */
    bytes_free(&good);
    bytes_free(&frame);
}

int main(void)
{
    test_frames();
    test_names();
    test_exec();
    test_joined();
    test_other_requests();
    test_options();
    test_mutations();
    test_seccomp(expect);
    printf("%d passed, %d failed\n", passed, wrong);
    return wrong != 0;
}
