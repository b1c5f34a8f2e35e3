/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.operator;

import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Asks an API for its lab's state. Whoever may write Services in a lab's namespace can lead it
 * elsewhere: so it follows nobody, reads little and not for long, and repeats nothing of what it
 * was answered.
 */
final class StateClient implements AutoCloseable {

    /** A thousand runners at a few hundred bytes each. */
    private static final long MOST = 1 << 20;

    private final Duration timeout;
    private final Set<HttpClient> asking = ConcurrentHashMap.newKeySet();

    /**
     * @param timeout from the first packet to the last byte of the answer
     */
    StateClient(Duration timeout) {
        this.timeout = timeout;
    }

    /**
     * For one question: a connection that led elsewhere once, before the cluster's nodes knew the
     * Service, would be kept and lead there again.
     */
    private HttpClient connect() {
        return HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .followRedirects(HttpClient.Redirect.NEVER)
                // a proxy of the environment must not see the token
                .proxy(HttpClient.Builder.NO_PROXY)
                .connectTimeout(timeout)
                .build();
    }

    /** Never fails, and always ends. */
    CompletableFuture<Heard> ask(URI address, String token) {
        HttpRequest request;
        try {
            request =
                    HttpRequest.newBuilder(address)
                            .header("Authorization", "Bearer " + token)
                            .timeout(timeout)
                            .build();
        } catch (IllegalArgumentException e) {
            return CompletableFuture.completedFuture(
                    new Heard.Silent(
                            "TokenUnusable", "the token has characters that no header can carry"));
        }
        HttpClient client = connect();
        asking.add(client);
        CompletableFuture<HttpResponse<byte[]>> answer =
                client.sendAsync(request, BodyHandlers.limiting(BodyHandlers.ofByteArray(), MOST));
        return answer.copy()
                .orTimeout(timeout.toMillis(), TimeUnit.MILLISECONDS)
                .handle((response, error) -> {
                    // one that is still on its way is nobody's any more
                    answer.cancel(true);
                    asking.remove(client);
                    client.shutdownNow();
                    return error == null ? heard(response) : silent(error);
                });
    }

    @Override
    public void close() {
        asking.forEach(HttpClient::shutdownNow);
    }

    private static Heard heard(HttpResponse<byte[]> response) {
        return switch (response.statusCode()) {
            case 200 -> {
                try {
                    yield new Heard.Told(LabState.read(response.body()));
                } catch (IOException e) {
                    yield new Heard.Silent("AnswerUnknown", "it answers something else");
                }
            }
            case 401 ->
                    new Heard.Silent(
                            "TokenRefused",
                            "it takes another token than the one in the Secret of the lab");
            case 503 -> new Heard.Silent("DatabaseAway", "its database does not answer");
            default -> new Heard.Silent("AnswerUnknown", "it answers " + response.statusCode());
        };
    }

    private static Heard silent(Throwable error) {
        Throwable cause = error;
        while (cause instanceof CompletionException && cause.getCause() != null) {
            cause = cause.getCause();
        }
        return new Heard.Silent(
                "ApiSilent",
                switch (cause) {
                    case TimeoutException _ -> "it does not answer in time";
                    case HttpTimeoutException _ -> "it does not answer in time";
                    case ConnectException _ -> "nothing takes the connection";
                    default -> "the connection breaks";
                });
    }
}
