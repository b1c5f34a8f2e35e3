/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.operator;

import dev.gretlab.crd.Gretlab;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.EventBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells what happened as Events, where {@code kubectl describe} shows them. */
final class News {

    private static final Logger LOG = LoggerFactory.getLogger(News.class);

    private final KubernetesClient client;

    News(KubernetesClient client) {
        this.client = client;
    }

    /** One Event for each condition whose cause is another than before. */
    void tellChanges(Gretlab about, Map<String, Condition> before, List<Condition> after) {
        for (Condition condition : after) {
            Condition was = before.get(condition.getType());
            boolean same =
                    was != null
                            && was.getStatus().equals(condition.getStatus())
                            && was.getReason().equals(condition.getReason());
            // these two only say again what Ready and the parts say, but for what waits
            boolean repeats =
                    (condition.getType().equals("Reconciling")
                                    && !condition.getReason().equals(Rollout.CONTEST_RUNS))
                            || (condition.getType().equals("Ready")
                                    && condition.getStatus().equals("False"));
            if (!same && !repeats && !condition.getReason().equals("Moving")) {
                boolean good =
                        condition.getType().equals("Stalled")
                                ? condition.getStatus().equals("False")
                                : !condition.getStatus().equals("False");
                tell(
                        about,
                        good ? "Normal" : "Warning",
                        condition.getReason(),
                        condition.getMessage());
            }
        }
    }

    /**
     * @param type Normal or Warning
     */
    void tell(Gretlab about, String type, String reason, String message) {
        String now = Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
        try {
            client.v1()
                    .events()
                    .inNamespace(about.getMetadata().getNamespace())
                    .resource(
                            new EventBuilder()
                                    .withNewMetadata()
                                    .withGenerateName(about.getMetadata().getName() + ".")
                                    .withNamespace(about.getMetadata().getNamespace())
                                    .endMetadata()
                                    .withNewInvolvedObject()
                                    .withApiVersion(about.getApiVersion())
                                    .withKind(about.getKind())
                                    .withName(about.getMetadata().getName())
                                    .withNamespace(about.getMetadata().getNamespace())
                                    .withUid(about.getMetadata().getUid())
                                    .endInvolvedObject()
                                    .withType(type)
                                    .withReason(reason)
                                    // an Event takes no more
                                    .withMessage(
                                            message.length() > 1000
                                                    ? message.substring(0, 1000)
                                                    : message)
                                    .withNewSource()
                                    .withComponent("gretlab-operator")
                                    .endSource()
                                    .withFirstTimestamp(now)
                                    .withLastTimestamp(now)
                                    .withCount(1)
                                    .build())
                    .create();
        } catch (KubernetesClientException e) {
            // news are no reason to leave the lab undone
            LOG.warn("an Event was not taken: {}", e.getMessage());
        }
    }
}
