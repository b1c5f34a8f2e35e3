/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api.config;

import java.time.Duration;
import org.springframework.boot.reactor.netty.NettyReactiveWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.client.ReactorResourceFactory;
import reactor.core.scheduler.Schedulers;
import reactor.netty.NettyPipeline;

@Configuration(proxyBeanMethods = false)
class NettyConfiguration {

    /** The largest problem package over a slow line. */
    private static final Duration LONGEST_BODY = Duration.ofMinutes(5);

    /** Event loops that live and end with this server, not with the whole JVM. */
    @Bean
    ReactorResourceFactory reactorResourceFactory() {
        ReactorResourceFactory factory = new ReactorResourceFactory();
        factory.setUseGlobalResources(false);
        return factory;
    }

    /**
     * Answers each request in a task of its own on its event loop. Reactor Netty up to 1.3.7 stops
     * reading from a connection when a request that waited for the end of the one before is
     * answered at once, as files are: the browser then waits for ever.
     */
    @Bean
    WebServerFactoryCustomizer<NettyReactiveWebServerFactory> answerInTasks() {
        return factory ->
                factory.addServerCustomizers(server ->
                        server.mapHandle((handling, connection) ->
                                handling.subscribeOn(
                                        Schedulers.fromExecutor(
                                                connection.channel().eventLoop()))));
    }

    /**
     * Ends the wait for clients that are silent in the middle of a request or send it byte by byte.
     * A stream of events is the answer to a request that came whole, and is not touched.
     */
    @Bean
    WebServerFactoryCustomizer<NettyReactiveWebServerFactory> impatience(
            ServerConfiguration configuration) {
        Duration patience = configuration.clientPatience();
        return factory ->
                factory.addServerCustomizers(server ->
                        server.readTimeout(patience)
                                .requestTimeout(LONGEST_BODY)
                                .doOnChannelInit((observer, channel, address) ->
                                        channel.pipeline()
                                                .addAfter(
                                                        NettyPipeline.HttpCodec,
                                                        "gretlab.headDeadline",
                                                        new HeadDeadline(patience))));
    }
}
