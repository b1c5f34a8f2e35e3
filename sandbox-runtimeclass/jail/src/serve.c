/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "serve.h"

#include "answer.h"
#include "boxes.h"
#include "clock.h"
#include "failure.h"
#include "frames.h"
#include "inflation.h"
#include "network.h"
#include "reader.h"
#include "request.h"
#include "selftest.h"
#include "supervise.h"
#include "version.h"
#include "warm.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

struct server {
    struct reader reader;
    bool ending; /* the other side is gone */
};

static bool say_outcome(enum box_outcome outcome)
{
    switch (outcome) {
    case BOX_DONE:
        return answer_done();
    case BOX_SPACE:
        return answer_error("space", failure_text());
    case BOX_REQUEST:
        return answer_error("request", failure_text());
    default:
        return answer_error("system", failure_text());
    }
}

static enum interruption while_running(void *context)
{
    struct server *server = context;
    const uint8_t *frame;
    uint32_t length;
    switch (reader_look(&server->reader, &frame, &length)) {
    case READ_NOTHING:
        return GO_ON;
    case READ_FRAME:
        if (length != 1 || frame[0] != 'K')
            return STOP_LISTENING; /* a later request: its turn comes */
        reader_take(&server->reader);
        return KILL_IT;
    default:
        server->ending = true;
        return KILL_IT;
    }
}

static enum box_outcome open_files(struct supervised *program, bool joined)
{
    const struct exec_request *request = program->request;
    enum box_outcome outcome = BOX_DONE;
    if (request->input)
        outcome = boxes_input(request->input, &program->input);
    else if (!joined && (program->input = open(ROOT_JAIL "/dev/null", O_RDONLY | O_CLOEXEC)) < 0) {
        failed_errno("cannot open /dev/null");
        outcome = BOX_SYSTEM;
    }
    for (size_t i = 0; outcome == BOX_DONE && i < request->exposed_count; i++) {
        int fd;
        if ((outcome = boxes_input(request->exposed[i].name, &fd)) == BOX_DONE)
            close(fd);
    }
    if (outcome == BOX_DONE && request->keep)
        outcome = boxes_create(request->keep, &program->out.keep);
    return outcome;
}

static bool say_captured(const struct capture *capture, const char *name)
{
    if (capture->held.length == 0 && !(capture->send && capture->seen))
        return true;
    return answer_pieces(name, capture->held.data, capture->held.length, capture->seen > capture->held.length);
}

static bool say_ran(struct supervision *supervision)
{
    static const char *const names[][2] = {{"stdout", "stderr"}, {"stdout2", "stderr2"}};
    enum box_outcome files = BOX_DONE;
    for (size_t i = 0; i < supervision->count; i++) {
        struct supervised *program = &supervision->programs[i];
        if (program->outcome.result == RESULT_BROKEN)
            return answer_error("system", failure_text());
    }
    for (size_t i = 0; i < supervision->count; i++) {
        struct supervised *program = &supervision->programs[i];
        if (program->outcome.result == RESULT_ABSENT)
            return answer_error("request", failure_text());
        if (program->out.keep_failed)
            return answer_error("space", "no room left in box d to keep what the program printed");
        if (program->outcome.feedback >= 0 && (files = boxes_keep_feedback(program->outcome.feedback, program->request->feedback)) != BOX_DONE)
            return say_outcome(files);
    }
    for (size_t i = 0; i < supervision->count; i++) {
        const struct supervised *program = &supervision->programs[i];
        if (!say_captured(&program->out, names[i][0]) || !say_captured(&program->err, names[i][1]))
            return false;
    }
    return answer_verdict(supervision);
}

static struct supervised to_supervise(const struct exec_request *request)
{
    return (struct supervised){
        .request = request,
        .input = -1,
        .out = {.send = request->send_stdout, .keep = -1},
        .err = {.send = request->send_stderr, .keep = -1},
        .outcome = {.feedback = -1},
    };
}

static bool exec(struct server *server, const struct exec_request *request)
{
    const size_t count = request->second ? 2 : 1;
    struct supervision supervision = {
        .asked_us = now_us(),
        .listen = server->reader.fd,
        .spoken_to = reader_has_frame(&server->reader),
        .interrupt = while_running,
        .context = server,
        .count = count,
    };
    supervision.programs[0] = to_supervise(request);
    if (count == 2)
        supervision.programs[1] = to_supervise(request->second);
    if (!boxes_are_open())
        return answer_error("request", "no workspace is open");
    enum box_outcome files = BOX_DONE;
    for (size_t i = 0; files == BOX_DONE && i < count; i++)
        files = open_files(&supervision.programs[i], count == 2);
    bool going_on;
    if (files != BOX_DONE) {
        going_on = say_outcome(files);
    } else {
        supervise(&supervision);
        going_on = say_ran(&supervision);
    }
    for (size_t i = 0; i < count; i++) {
        if (supervision.programs[i].input >= 0)
            close(supervision.programs[i].input);
        if (supervision.programs[i].out.keep >= 0)
            close(supervision.programs[i].out.keep);
    }
    supervision_free(&supervision);
    return going_on;
}

static bool get(const struct request *request)
{
    static uint8_t piece[ANSWER_PIECE];
    int fd;
    enum box_outcome outcome = boxes_input(request->name, &fd);
    if (outcome != BOX_DONE)
        return say_outcome(outcome);
    uint64_t left = request->number;
    bool going_on = true, said = false;
    while (going_on) {
        size_t wanted = left < sizeof piece ? (size_t)left : sizeof piece;
        ssize_t length = wanted ? read(fd, piece, wanted) : 0;
        if (length < 0) {
            failed_errno("cannot read %s", request->name);
            close(fd);
            return answer_error("system", failure_text());
        }
        left -= (uint64_t)length;
        uint8_t next;
        bool last = (size_t)length < wanted || left == 0;
        bool more = last && left == 0 && pread(fd, &next, 1, lseek(fd, 0, SEEK_CUR)) == 1;
        if (length > 0 || more || !said)
            going_on = answer_piece(request->name, piece, (size_t)length, more);
        said = true;
        if (last)
            break;
    }
    close(fd);
    return going_on && answer_done();
}

static bool handle(struct server *server, const struct request *request)
{
    switch (request->type) {
    case 'W':
        return say_outcome(boxes_open(request->number));
    case 'F':
        return say_outcome(
            boxes_put(request->box, request->name, (unsigned)request->number, request->append, request->content, request->content_length));
    case 'X':
        reader_shrink(&server->reader);
        if (!exec(server, &request->exec))
            return false;
        warm_tend(&request->exec);
        if (request->exec.second && network_flag_of_jails()) /* elsewhere it never starts warm */
            warm_tend(request->exec.second);
        return true;
    case 'G':
        return get(request);
    case 'R':
        return say_outcome(boxes_remove(request->name));
    case 'D':
        return say_outcome(boxes_drop());
    default: /* K, and nothing runs */
        return true;
    }
}

/* While nothing is asked for. */
static void rest(struct server *server)
{
    struct pollfd polled = {.fd = server->reader.fd, .events = POLLIN};
    for (int after; !reader_has_frame(&server->reader) && (after = warm_rest_after()) >= 0 && poll(&polled, 1, after) == 0;)
        warm_rest();
}

int serve(const struct root_options *options)
{
    struct server server = {.reader = {.fd = 0}};
    uint64_t start_us;
    signal(SIGPIPE, SIG_IGN); /* a program may end while the other's words are on their way to it */
    inflation_calibrate();
    if (root_enter(options) != 0 || selftest(&start_us) != 0) {
        answer_error("system", failure_text());
        fprintf(stderr, "gretlab-jail: %s\n", failure_text());
        return 1;
    }
    warm_prepare();
    if (!answer_hello(GRETLAB_JAIL_VERSION, root_uid(), root_isolation(), start_us))
        return 1;
    while (!server.ending) {
        const uint8_t *frame;
        uint32_t length;
        rest(&server);
        enum read_outcome read = reader_next(&server.reader, &frame, &length);
        if (read == READ_END)
            break;
        if (read == READ_BROKEN) {
            answer_error("protocol", "frame of no length, or of more than 16 MiB");
            return 2;
        }
        struct request request;
        bool going_on = true;
        switch (request_decode(frame, length, &request)) {
        case DECODED:
            going_on = handle(&server, &request);
            break;
        case DECODE_REQUEST:
            going_on = answer_error("request", failure_text());
            break;
        case DECODE_PROTOCOL:
            answer_error("protocol", failure_text());
            request_free(&request);
            return 2;
        }
        request_free(&request);
        if (!going_on)
            break;
    }
    return 0;
}
