/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api.config;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.concurrent.ScheduledFuture;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Closes a connection whose client says nothing from the start, or does not come to the end of a
 * request's head. A timeout between two reads would be put off by each single byte.
 */
final class HeadDeadline extends ChannelInboundHandlerAdapter {

    private final Duration patience;
    private @Nullable ScheduledFuture<?> deadline;
    private boolean readSomething;
    private boolean inBody;

    HeadDeadline(Duration patience) {
        this.patience = patience;
    }

    @Override
    public void handlerAdded(ChannelHandlerContext context) {
        begin(context);
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        readSomething = true;
        if (message instanceof HttpRequest) {
            inBody = true;
            end();
        }
        if (message instanceof LastHttpContent) {
            inBody = false;
        }
        context.fireChannelRead(message);
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext context) {
        if (!readSomething && !inBody) {
            // bytes came, and made no head yet
            begin(context);
        }
        readSomething = false;
        context.fireChannelReadComplete();
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        end();
        context.fireChannelInactive();
    }

    private void begin(ChannelHandlerContext context) {
        if (deadline == null) {
            deadline =
                    context.executor()
                            .schedule(
                                    () -> {
                                        var _ = context.close();
                                    },
                                    patience.toMillis(),
                                    TimeUnit.MILLISECONDS);
        }
    }

    private void end() {
        ScheduledFuture<?> running = deadline;
        if (running != null) {
            running.cancel(false);
            deadline = null;
        }
    }
}
