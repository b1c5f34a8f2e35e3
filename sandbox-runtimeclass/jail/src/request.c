/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "request.h"

#include "failure.h"
#include "frames.h"

#include <stdlib.h>
#include <string.h>

enum kind { NUMBER, TEXT, BOX, NAME, CONTENT };

struct rule {
    char tag;
    enum kind kind;
    bool optional;
    bool repeated;
};

/* One table a request: what PROTOCOL.md says, in its order. */
static const struct rule rules_workspace[] = {{'s', NUMBER, false, false}, {0}};
static const struct rule rules_file[] = {
    {'b', BOX, false, false},     {'n', NAME, false, false},  {'m', NUMBER, false, false},
    {'c', CONTENT, false, false}, {'a', NUMBER, true, false}, {0},
};
static const struct rule rules_get[] = {{'n', NAME, false, false}, {'l', NUMBER, false, false}, {0}};
static const struct rule rules_remove[] = {{'n', NAME, false, false}, {0}};
static const struct rule rules_none[] = {{0}};
static const struct rule rules_exec[] = {
    {'b', BOX, false, false},    {'w', NUMBER, true, false},  {'a', TEXT, false, true},    {'e', TEXT, true, true},
    {'i', NAME, true, false},    {'o', NAME, true, false},    {'O', NUMBER, true, false},  {'Z', NUMBER, true, false},
    {'x', TEXT, true, true},     {'f', NAME, true, false},    {'c', NUMBER, false, false}, {'t', NUMBER, false, false},
    {'m', NUMBER, false, false}, {'v', NUMBER, false, false}, {'n', NUMBER, false, false}, {'l', NUMBER, false, false},
    {'z', NUMBER, false, false}, {'k', NUMBER, false, false}, {'s', NUMBER, false, false}, {'h', TEXT, true, false},
    {'2', CONTENT, true, false}, {'u', NUMBER, true, false}, {0},
};
/* Reads and prints through the pipes alone, and compiles nothing. */
static const struct rule rules_second[] = {
    {'b', BOX, false, false},    {'a', TEXT, false, true},    {'e', TEXT, true, true},     {'O', NUMBER, true, false},
    {'Z', NUMBER, true, false},  {'x', TEXT, true, true},     {'f', NAME, true, false},    {'c', NUMBER, false, false},
    {'t', NUMBER, false, false}, {'m', NUMBER, false, false}, {'v', NUMBER, false, false}, {'n', NUMBER, false, false},
    {'l', NUMBER, false, false}, {'z', NUMBER, false, false}, {'k', NUMBER, false, false}, {'s', NUMBER, false, false},
    {'h', TEXT, true, false},    {0},
};

static const struct rule *rules_of(char type)
{
    switch (type) {
    case 'W':
        return rules_workspace;
    case 'F':
        return rules_file;
    case 'X':
        return rules_exec;
    case 'G':
        return rules_get;
    case 'R':
        return rules_remove;
    case 'K':
    case 'D':
        return rules_none;
    default:
        return NULL;
    }
}

static const struct rule *rule_of(const struct rule *rules, uint8_t tag)
{
    for (; rules->tag; rules++)
        if ((uint8_t)rules->tag == tag)
            return rules;
    return NULL;
}

bool name_is_sound(const char *name)
{
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-.+";
    size_t length = strlen(name);
    if (length == 0 || length > NAME_LONGEST)
        return false;
    for (const char *part = name;;) {
        size_t n = strspn(part, letters);
        if (n == 0 || (n == 1 && part[0] == '.') || (n == 2 && part[0] == '.' && part[1] == '.'))
            return false;
        if (part[n] == 0)
            return true;
        if (part[n] != '/')
            return false;
        part += n + 1;
    }
}

static enum decoded protocol(const char *text)
{
    failed("%s", text);
    return DECODE_PROTOCOL;
}

static enum decoded senseless(const char *text)
{
    failed("%s", text);
    return DECODE_REQUEST;
}

/* First pass: only fields that belong here, none doubled, none missing; counts what the second pass keeps. */
static enum decoded check_fields(const struct rule *rules, struct field_cursor cursor, size_t *arguments, size_t *environment)
{
    bool seen[128] = {false};
    struct field field;
    int more;
    while ((more = field_next(&cursor, &field)) == 1) {
        const struct rule *rule = rule_of(rules, field.tag);
        if (!rule)
            return protocol("unknown tag");
        if (seen[field.tag] && !rule->repeated)
            return protocol("field given twice");
        seen[field.tag] = true;
        uint64_t number;
        if (rule->kind == NUMBER && !field_number(&field, &number))
            return protocol("a number is 8 bytes");
        if (rule->kind != NUMBER && rule->kind != CONTENT && memchr(field.value, 0, field.length))
            return protocol("text with a zero byte");
        if (rule->kind == BOX && field.length != 1)
            return protocol("a box is one letter");
        *arguments += field.tag == 'a';
        *environment += field.tag == 'e';
    }
    if (more < 0)
        return protocol("field cut short");
    for (; rules->tag; rules++)
        if (!rules->optional && !seen[(uint8_t)rules->tag])
            return protocol("field missing");
    return DECODED;
}

static char *keep_text(char **free_space, const struct field *field)
{
    char *text = *free_space;
    if (field->length)
        memcpy(text, field->value, field->length);
    text[field->length] = 0;
    *free_space += field->length + 1;
    return text;
}

static enum decoded take_exposed(struct exec_request *exec, char *text)
{
    char *equals = strchr(text, '=');
    if (exec->exposed_count == EXPOSED_MOST)
        return senseless("too many exposed files");
    if (!equals)
        return senseless("an exposed file is name=path");
    *equals = 0;
    const char *path = equals + 1;
    if (!name_is_sound(text) || strncmp(path, "/data/", 6) != 0 || !name_is_sound(path + 6))
        return senseless("an exposed file is a name of box d and a path below /data/");
    exec->exposed[exec->exposed_count++] = (struct exposed){.name = text, .path = path};
    return DECODED;
}

static enum decoded take_exec(struct exec_request *exec, const struct field *field, char *text, uint64_t number)
{
    struct limits *limits = &exec->limits;
    switch (field->tag) {
    case 'w':
        exec->writable = number != 0;
        break;
    case 'a':
        exec->arguments.at[exec->arguments.count++] = text;
        break;
    case 'e':
        exec->environment.at[exec->environment.count++] = text;
        if (!strchr(text, '=') || text[0] == '=')
            return senseless("an environment entry is NAME=value");
        break;
    case 'i':
        exec->input = text;
        break;
    case 'o':
        exec->keep = text;
        break;
    case 'O':
        exec->send_stdout = number;
        break;
    case 'Z':
        exec->send_stderr = number;
        break;
    case 'x':
        return take_exposed(exec, text);
    case 'f':
        exec->feedback = text;
        break;
    case 'c':
        limits->cpu_us = number;
        break;
    case 't':
        limits->wall_us = number;
        break;
    case 'm':
        limits->memory = number;
        break;
    case 'v':
        limits->address_space = number;
        break;
    case 'n':
        limits->processes = number;
        break;
    case 'l':
        limits->output = number;
        break;
    case 'z':
        limits->file_size = number;
        break;
    case 'k':
        limits->scratch = number;
        break;
    case 's':
        limits->stack = number;
        break;
    case 'h':
        exec->warm = text;
        if (strncmp(text, "/box/", 5) != 0 || !name_is_sound(text + 5))
            return senseless("a warm start needs a path below /box/");
        break;
    case 'u':
        exec->let_go = number;
        if (number > 255)
            return senseless("an exit code is 0 to 255");
        break;
    default:
        break;
    }
    return DECODED;
}

static enum decoded check_exec(const struct request *request)
{
    const struct limits *limits = &request->exec.limits;
    const uint64_t day_us = 86400ull * 1000000;
    const uint64_t most = 1ull << 48; /* far above any machine, far below where sums of bytes wrap */
    if (request->exec.box == 'd')
        return senseless("box d holds no program");
    if (!request->exec.arguments.at[0][0])
        return senseless("the program has no name");
    if (limits->cpu_us == 0 || limits->wall_us == 0 || limits->cpu_us > day_us || limits->wall_us > day_us)
        return senseless("time limits are 1 microsecond to 1 day");
    if (limits->memory == 0 || limits->processes == 0 || limits->processes > 65536)
        return senseless("memory and processes need a limit");
    if (limits->memory > most || limits->address_space > most || limits->output > most || limits->file_size > most
        || limits->scratch > most || limits->stack > most)
        return senseless("limit too large");
    return DECODED;
}

static enum decoded check_joined(const struct exec_request *exec)
{
    if (!exec->second)
        return exec->let_go == LET_GO_ALWAYS ? DECODED : senseless("there is no second program that could let this one go on");
    if (exec->input || exec->keep || exec->writable)
        return senseless("a program with a second one reads and prints through the pipes alone, and compiles nothing");
    if (exec->box == exec->second->box)
        return senseless("two joined programs are of two boxes");
    return DECODED;
}

/* What a warm start carries along: this program's own fields, and nothing of the second's, which is none of its business. */
static void copy_own_frame(struct exec_request *exec, uint8_t *room, const uint8_t *fields, size_t length)
{
    struct field_cursor cursor = {fields, length};
    const uint8_t *from = fields;
    struct field field;
    exec->frame = room;
    room[0] = 'X';
    exec->frame_length = 1;
    for (; field_next(&cursor, &field) == 1; from = cursor.at) {
        if (field.tag == '2' || field.tag == 'u')
            continue;
        memcpy(room + exec->frame_length, from, (size_t)(cursor.at - from));
        exec->frame_length += (size_t)(cursor.at - from);
    }
}

static enum decoded decode_fields(const struct rule *rules, const uint8_t *fields, size_t length, struct request *request);

static enum decoded take_second(struct request *request, const struct field *field)
{
    request->second = calloc(1, sizeof *request->second);
    if (!request->second)
        return senseless("no memory for the request");
    request->second->type = 'X';
    request->exec.second = &request->second->exec;
    return decode_fields(rules_second, field->value, field->length, request->second);
}

static enum decoded take_field(struct request *request, const struct rule *rule, const struct field *field, char **free_space)
{
    char *text = NULL;
    uint64_t number = 0;
    if (rule->kind == NUMBER)
        field_number(field, &number);
    else if (rule->kind != CONTENT)
        text = keep_text(free_space, field);
    if (rule->kind == NAME && !name_is_sound(text))
        return senseless("not a name that a box can hold");
    if (rule->kind == BOX) {
        if (text[0] != 'p' && text[0] != 'v' && text[0] != 'd')
            return senseless("a box is p, v or d");
        request->box = request->exec.box = text[0];
    } else if (request->type == 'X') {
        return field->tag == '2' ? take_second(request, field) : take_exec(&request->exec, field, text, number);
    } else if (rule->kind == NAME) {
        request->name = text;
    } else if (rule->kind == CONTENT) {
        request->content = field->value;
        request->content_length = field->length;
    } else if (field->tag == 'a') {
        request->append = number != 0;
    } else {
        request->number = number;
    }
    return DECODED;
}

static enum decoded decode_fields(const struct rule *rules, const uint8_t *fields, size_t length, struct request *request)
{
    struct field_cursor cursor = {fields, length};
    size_t arguments = 0, environment = 0;
    enum decoded outcome = check_fields(rules, cursor, &arguments, &environment);
    if (outcome != DECODED)
        return outcome;

    /* A text needs its length and a zero byte; a field has five bytes of head, so the length of all is always enough. One byte more for a type. */
    size_t pointers = (arguments + environment + 2) * sizeof(char *);
    size_t needed = pointers + 2 * length + 1;
    request->arena = !request->room ? malloc(needed) : needed <= request->room_size ? request->room : NULL;
    if (!request->arena)
        return senseless("no memory for the request");
    request->exec.arguments.at = (char **)(void *)request->arena;
    request->exec.environment.at = request->exec.arguments.at + arguments + 1;
    request->exec.let_go = LET_GO_ALWAYS;
    char *free_space = request->arena + pointers;

    struct field field;
    while (field_next(&cursor, &field) == 1) {
        const struct rule *rule = rule_of(rules, field.tag);
        if (!rule)
            return protocol("unknown tag");
        if ((outcome = take_field(request, rule, &field, &free_space)) != DECODED)
            return outcome;
    }
    request->exec.arguments.at[arguments] = NULL;
    request->exec.environment.at[environment] = NULL;
    if (request->exec.warm)
        copy_own_frame(&request->exec, (uint8_t *)request->arena + pointers + length, fields, length);
    return request->type == 'X' ? check_exec(request) : DECODED;
}

enum decoded request_decode(const uint8_t *frame, size_t length, struct request *request)
{
    return request_decode_into(NULL, 0, frame, length, request);
}

enum decoded request_decode_into(char *room, size_t room_size, const uint8_t *frame, size_t length, struct request *request)
{
    *request = (struct request){.room = room, .room_size = room_size};
    if (length == 0)
        return protocol("frame without a type");
    request->type = (char)frame[0];
    const struct rule *rules = rules_of(request->type);
    if (!rules)
        return protocol("unknown type");
    enum decoded outcome = decode_fields(rules, frame + 1, length - 1, request);
    if (outcome != DECODED)
        return outcome;
    if (request->type == 'X')
        return check_joined(&request->exec);
    if (request->type == 'F' && request->number != 0644 && request->number != 0755)
        return senseless("a file's mode is 0644 or 0755");
    if (request->type == 'W' && (request->number < 65536 || request->number > 1ull << 40))
        return senseless("a workspace is 64 KiB to 1 TiB");
    return DECODED;
}

void request_free(struct request *request)
{
    if (request->second)
        request_free(request->second);
    free(request->second);
    if (!request->room)
        free(request->arena);
    *request = (struct request){0};
}
