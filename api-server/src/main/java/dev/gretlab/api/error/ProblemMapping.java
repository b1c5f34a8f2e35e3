/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api.error;

import io.netty.channel.ChannelException;
import io.netty.channel.unix.Errors;
import io.r2dbc.postgresql.api.ErrorDetails;
import io.r2dbc.postgresql.api.PostgresqlException;
import io.r2dbc.spi.R2dbcException;
import java.net.SocketException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.springframework.core.codec.DecodingException;
import org.springframework.core.io.buffer.DataBufferLimitException;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.transaction.TransactionException;
import org.springframework.web.ErrorResponse;
import org.springframework.web.server.MethodNotAllowedException;
import org.springframework.web.server.ResponseStatusException;
import org.springframework.web.server.ServerWebInputException;
import org.springframework.web.server.UnsupportedMediaTypeStatusException;
import reactor.netty.channel.AbortedException;
import tools.jackson.core.exc.InputCoercionException;
import tools.jackson.core.exc.StreamReadException;
import tools.jackson.databind.exc.MismatchedInputException;
import tools.jackson.databind.exc.UnrecognizedPropertyException;

/** Which problem an exception is. */
public final class ProblemMapping {

    private static final Duration SOON = Duration.ofSeconds(2);

    private ProblemMapping() {}

    /** Empty: nobody foresaw this one. */
    public static Optional<Problem> of(Throwable error) {
        if (find(error, ApiException.class) instanceof ApiException known) {
            return Optional.of(known.problem());
        }
        // By SQLSTATE, never by Spring's class: Spring takes our own codes for a lost connection.
        if (find(error, PostgresqlException.class) instanceof PostgresqlException refused) {
            return ofSqlState(refused.getErrorDetails());
        }
        if (error instanceof DataAccessResourceFailureException
                || find(error, R2dbcException.class) != null
                || error instanceof TransactionException
                || find(error, TimeoutException.class) != null) {
            return Optional.of(Problem.databaseUnavailable());
        }
        if (find(error, RejectedExecutionException.class) != null) {
            return Optional.of(
                    Problem.of(
                                    503,
                                    "busy",
                                    "Too many people are signing in just now. Try again in a few seconds.")
                            .after(SOON));
        }
        if (find(error, DataBufferLimitException.class) != null) {
            return Optional.of(tooLarge());
        }
        return ofRequest(error);
    }

    /**
     * The same as an exception, for code that looks at the problem's name; others pass as they are.
     */
    public static Throwable translated(Throwable error) {
        return of(error).<Throwable>map(Problem::exception).orElse(error);
    }

    /** The client left before its request or its answer was whole. */
    static boolean isClientGone(Throwable error) {
        return find(error, R2dbcException.class) == null
                && (find(error, AbortedException.class) != null
                        || find(error, Errors.NativeIoException.class) != null
                        || find(error, SocketException.class) != null);
    }

    /** The SQLSTATE, when PostgreSQL refused something. */
    public static Optional<String> sqlState(Throwable error) {
        return find(error, PostgresqlException.class) instanceof PostgresqlException refused
                ? Optional.of(refused.getErrorDetails().getCode())
                : Optional.empty();
    }

    static Problem tooLarge() {
        return Problem.of(
                413,
                "body-too-large",
                "The request is too large. Send a shorter program or input.");
    }

    private static Optional<Problem> ofSqlState(ErrorDetails details) {
        String code = details.getCode();
        return switch (code) {
            case "JQ001" ->
                    Optional.of(
                            Problem.of(
                                            429,
                                            "jobs-in-flight-limit",
                                            "You have as many programs waiting or running as you may; one that you cancelled while it ran counts until it is stopped, a few seconds. Wait for one to finish, then try again.")
                                    .after(seconds(details, 2)));
            case "JQ002" ->
                    Optional.of(
                            Problem.of(
                                            429,
                                            "runs-per-minute-limit",
                                            "You have started as many runs in the last minute as you may. Wait a little, then try again.")
                                    .after(seconds(details, 10)));
            case "JQ003" ->
                    Optional.of(
                            Problem.of(
                                            503,
                                            "queue-full",
                                            "The lab is busy: too many programs are waiting. Try again in "
                                                    + seconds(details, 15).toSeconds()
                                                    + " s.")
                                    .after(seconds(details, 15)));
            case "JQ004" ->
                    Optional.of(
                            Problem.of(
                                    422,
                                    "idempotency-key-reused",
                                    "This Idempotency-Key was used for another request. Use a new key for a new request."));
            case "JQ007" -> Optional.of(unknownLanguage());
            case "JQ008" ->
                    Optional.of(
                            Problem.of(
                                    403,
                                    "contest-closed",
                                    "The contest is not open to you now. Look at its times and whether you are registered."));
            case "JQ009" ->
                    Optional.of(
                            Problem.of(
                                    422,
                                    "setting-refused",
                                    "The setting was not changed: " + details.getMessage() + "."));
            case "JQ011" ->
                    Optional.of(
                            Problem.of(
                                    409,
                                    "verdict-stands",
                                    "This job has a verdict that stands, or none yet. Only a system error and a withdrawn verdict are judged again."));
            default -> ofStandardSqlState(code);
        };
    }

    private static Optional<Problem> ofStandardSqlState(String code) {
        if (code.startsWith("08")
                || code.startsWith("53")
                || code.startsWith("57P")
                || code.startsWith("28")) {
            return Optional.of(Problem.databaseUnavailable());
        }
        return switch (code) {
            // statement or lock timeout, deadlock, serialisation
            case "57014", "55P03", "40P01", "40001", "25P03" ->
                    Optional.of(
                            Problem.of(
                                            503,
                                            "database-busy",
                                            "The database is busy just now. Try again in a few seconds.")
                                    .after(SOON));
            // a NUL in a text that goes into a text column
            case "22021" ->
                    Optional.of(
                            Problem.of(
                                    422,
                                    "invalid-text",
                                    "A text of the request holds a character that cannot be stored, such as NUL."));
            default -> Optional.empty();
        };
    }

    private static Problem missingBody() {
        return Problem.of(
                400, "missing-body", "The request has no body. Send a JSON object as its body.");
    }

    /** The request does not say in what language its program is. */
    public static Problem noLanguage() {
        return Problem.of(
                422,
                "unknown-language",
                "The field \"language\" is missing. GET /api/v1/languages lists those that are available.");
    }

    /** Language is not known or switched off. */
    public static Problem unknownLanguage() {
        return Problem.of(
                422,
                "unknown-language",
                "This language is not available here. GET /api/v1/languages lists those that are.");
    }

    private static Duration seconds(ErrorDetails details, long otherwise) {
        return details.getDetail()
                .filter(text -> text.matches("[0-9]{1,6}"))
                .map(Long::parseLong)
                .map(Duration::ofSeconds)
                .orElse(Duration.ofSeconds(otherwise));
    }

    private static Optional<Problem> ofRequest(Throwable error) {
        return switch (error) {
            case ServerWebInputException input -> Optional.of(ofInput(input));
            case DecodingException decoding -> Optional.of(ofDecoding(decoding));
            case MethodNotAllowedException wrong ->
                    Optional.of(
                            Problem.of(
                                    405,
                                    "method-not-allowed",
                                    wrong.getHttpMethod()
                                            + " is not possible here, but "
                                            + wrong.getSupportedMethods()
                                            + "."));
            case UnsupportedMediaTypeStatusException wrong ->
                    Optional.of(
                            Problem.of(
                                    415,
                                    "unsupported-media-type",
                                    "This Content-Type is not taken here. Send one of "
                                            + wrong.getSupportedMediaTypes()
                                            + "."));
            // the server's own limits of time; their class is not for others to name
            case ChannelException late -> Optional.of(tooSlow());
            case ResponseStatusException other ->
                    Optional.of(ofStatus(other.getStatusCode().value()));
            case ErrorResponse other -> Optional.of(ofStatus(other.getStatusCode().value()));
            default -> Optional.empty();
        };
    }

    private static Problem tooSlow() {
        return Problem.of(
                408,
                "request-timeout",
                "The rest of the request did not come in time. Send it again.");
    }

    private static Problem ofStatus(int status) {
        return switch (status) {
            case 404 -> Problem.notFound();
            case 406 ->
                    Problem.of(
                            406,
                            "not-acceptable",
                            "The answer does not come in the form that Accept asks for; it is JSON.");
            case 413 -> tooLarge();
            case 415 ->
                    Problem.of(
                            415,
                            "unsupported-media-type",
                            "This Content-Type is not taken here. Send application/json.");
            default ->
                    status >= 500
                            ? Problem.of(
                                    status,
                                    "internal-error",
                                    "Something went wrong on our side. Try again; if it stays, tell the staff.")
                            : Problem.of(
                                    status, "bad-request", "The request cannot be understood.");
        };
    }

    private static Problem ofInput(ServerWebInputException input) {
        if (find(input, DecodingException.class) instanceof DecodingException decoding) {
            return ofDecoding(decoding);
        }
        if (input.getMethodParameter() != null && input.getCause() != null) {
            return Problem.of(
                    400, "bad-parameter", "A parameter of the request has the wrong form.");
        }
        return Problem.of(400, "bad-request", "The request is not complete: " + input.getReason());
    }

    private static Problem ofDecoding(DecodingException decoding) {
        // without a cause: there was nothing to decode
        if (decoding.getCause() == null) {
            return missingBody();
        }
        if (find(decoding, UnrecognizedPropertyException.class)
                instanceof UnrecognizedPropertyException unknown) {
            return Problem.of(
                    400,
                    "unknown-field",
                    "The field \""
                            + shortened(unknown.getPropertyName())
                            + "\" is not known here.");
        }
        if (find(decoding, MismatchedInputException.class)
                instanceof MismatchedInputException mismatch) {
            String path = shortened(path(mismatch));
            return Problem.of(
                    400,
                    "wrong-type",
                    path.isEmpty()
                            ? "The JSON of the request has another form than this endpoint takes. GET /api/openapi.json tells the form of each."
                            : "The field \"" + path + "\" is to be " + form(mismatch) + ".");
        }
        if (find(decoding, InputCoercionException.class) != null) {
            return Problem.of(
                    400, "wrong-type", "A number of the request is larger than this field takes.");
        }
        if (find(decoding, StreamReadException.class) instanceof StreamReadException read
                && String.valueOf(read.getOriginalMessage()).contains("UTF-8")) {
            return Problem.of(
                    422,
                    "invalid-utf8",
                    "The request is not valid UTF-8. Save the program as UTF-8 and send it again.");
        }
        return Problem.of(400, "bad-json", "The request is not valid JSON.");
    }

    private static String form(MismatchedInputException mismatch) {
        Class<?> type = mismatch.getTargetType();
        if (type == null) {
            return "of another type";
        }
        if (Number.class.isAssignableFrom(type) || type == int.class || type == long.class) {
            return "a whole number";
        }
        if (type == Boolean.class || type == boolean.class) {
            return "true or false";
        }
        if (type == String.class) {
            return "a text";
        }
        if (type.isArray() || Iterable.class.isAssignableFrom(type)) {
            return "a list";
        }
        return "an object";
    }

    private static String path(MismatchedInputException mismatch) {
        StringBuilder path = new StringBuilder();
        mismatch.getPath()
                .forEach(step -> {
                    if (step.getPropertyName() != null) {
                        path.append(path.isEmpty() ? "" : ".").append(step.getPropertyName());
                    }
                });
        return path.toString();
    }

    private static String shortened(String text) {
        return text.length() <= 60 ? text : text.substring(0, 60) + "..";
    }

    private static @Nullable Object find(Throwable error, Class<?> type) {
        Throwable current = error;
        for (int depth = 0; current != null && depth < 20; depth++) {
            if (type.isInstance(current)) {
                return current;
            }
            current = current.getCause();
        }
        return null;
    }
}
