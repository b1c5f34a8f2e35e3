/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.operator.model;

import dev.gretlab.crd.GatewaySpec;
import dev.gretlab.crd.TlsSpec;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.GenericKubernetesResourceBuilder;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceBuilder;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeMount;
import io.fabric8.kubernetes.api.model.networking.v1.Ingress;
import io.fabric8.kubernetes.api.model.networking.v1.IngressBuilder;
import io.fabric8.kubernetes.api.model.networking.v1.IngressTLSBuilder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The way in: Caddy, an Ingress, or both. */
final class Gateway {

    static final int HTTPS = 8443;

    /** For an Ingress, which has taken TLS off. */
    static final int HTTP = 8080;

    private static final int HEALTH = 8081;
    private static final String TLS = "/etc/gretlab/tls";

    private Gateway() {}

    /**
     * @param certificate what changes when the certificate does
     */
    static List<HasMetadata> objects(Lab lab, String certificate) {
        GatewaySpec wanted = lab.spec().gateway();
        List<HasMetadata> objects = new ArrayList<>();
        if (wanted.enabled()) {
            ConfigMap config =
                    Workloads.config(lab, Part.GATEWAY, Map.of("Caddyfile", caddyfile(lab)));
            objects.add(config);
            objects.add(service(lab));
            objects.add(
                    Workloads.deployment(
                            lab,
                            Part.GATEWAY,
                            wanted.replicas(),
                            Pods.template(
                                    lab, Part.GATEWAY, pod(lab), config.getData(), certificate)));
            objects.add(Workloads.budget(lab, Part.GATEWAY));
        }
        GatewaySpec.IngressSpec ingress = wanted.ingress();
        if (ingress != null) {
            objects.add(ingress(lab, ingress));
        }
        return objects;
    }

    /** What cert-manager is asked for, when the resource names an issuer. */
    static @Nullable GenericKubernetesResource certificate(Lab lab) {
        TlsSpec.Issuer issuer = lab.spec().tls().issuer();
        if (issuer == null) {
            return null;
        }
        Map<String, Object> spec = new LinkedHashMap<>();
        spec.put("secretName", lab.name("tls"));
        spec.put("dnsNames", List.of(lab.spec().host()));
        spec.put(
                "issuerRef",
                Map.of(
                        "name",
                        issuer.name(),
                        "kind",
                        issuer.kind().kind(),
                        "group",
                        "cert-manager.io"));
        return new GenericKubernetesResourceBuilder()
                .withApiVersion("cert-manager.io/v1")
                .withKind("Certificate")
                .withMetadata(lab.owned(lab.name("tls"), Part.GATEWAY.label()))
                .addToAdditionalProperties("spec", spec)
                .build();
    }

    /** The Secret of the certificate; null when the gateway makes its own. */
    static @Nullable String certificateSecret(Lab lab) {
        TlsSpec tls = lab.spec().tls();
        return tls.issuer() == null ? tls.secretName() : lab.name("tls");
    }

    private static Service service(Lab lab) {
        Service service =
                Workloads.service(
                        lab,
                        Part.GATEWAY,
                        Workloads.port("https", 443, "https"),
                        Workloads.port("http", 80, "http"));
        return new ServiceBuilder(service)
                .editSpec()
                .withType(lab.spec().gateway().serviceType().type())
                .endSpec()
                .build();
    }

    /**
     * What reached no replica is tried on another, whatever it is. What broke on the way is tried
     * again when it is a read, or a write that carries an Idempotency-Key and no body: a body
     * cannot be sent twice, its client does that.
     */
    private static String caddyfile(Lab lab) {
        String secret = certificateSecret(lab);
        return """
        {
        	admin off
        	auto_https disable_redirects
        	skip_install_trust
        	storage file_system /data
        	log {
        		level WARN
        	}
        }
        http://:%d {
        	respond /healthz 200
        }
        (replicas) {
        	dynamic a {
        		name %s
        		port %d
        		refresh 1s
        	}
        	lb_policy least_conn
        	fail_duration 3s
        	transport http {
        		dial_timeout 1s
        		keepalive 60s
        	}
        }
        (lab) {
        	# Looking at the body moves it into memory of the request's own, where the next replica finds it when the first one
        	# takes no connection. buffer_requests must not be used for that: after a failed connection its buffer serves
        	# another request too, and one student's program is judged as another's.
        	@json header Content-Type application/json*
        	@huge header_regexp Content-Length ^([5-9][0-9]{7}|[0-9]{9,})$
        	route @json {
        		respond @huge `{"type":"https://gretlab.dev/problems/body-too-large","title":"Too large","status":413,"detail":"The request is too large. Send a shorter program or input."}` 413 {
        			close
        		}
        		request_body {
        			max_size 48MB
        		}
        		vars body {http.request.body}
        	}
        	# an upload of another kind passes through, once
        	@upload expression `!method('GET', 'HEAD', 'DELETE') && header({'Content-Type': '*'}) && !header({'Content-Type': 'application/json*'})`
        	reverse_proxy @upload {
        		import replicas
        	}
        	reverse_proxy {
        		import replicas
        		lb_try_duration 8s
        		lb_try_interval 100ms
        		lb_retry_match {
        			expression `method('GET', 'HEAD') || header({'Idempotency-Key': '*'}) && !header({'Content-Type': '*'})`
        		}
        	}
        	# no replica answered: said as the API would say it
        	handle_errors {
        		header Retry-After 2
        		header Content-Type application/problem+json
        		respond `{"type":"https://gretlab.dev/problems/unavailable","title":"Unavailable","status":{err.status_code},"detail":"The lab does not answer just now. Try again in a few seconds."}` {err.status_code}
        	}
        }
        %s
        """
                .formatted(HEALTH, Api.replicas(lab), Api.PORT, sites(lab, secret));
    }

    private static String sites(Lab lab, @Nullable String secret) {
        String https =
                """
                https://%s:%d {
                	tls %s
                	import lab
                }
                """
                        .formatted(
                                lab.spec().host(),
                                HTTPS,
                                secret == null ? "internal" : TLS + "/tls.crt " + TLS + "/tls.key");
        String http =
                """
                http://:%d {
                	import lab
                }
                """
                        .formatted(HTTP);
        return lab.spec().gateway().ingress() == null ? https : https + http;
    }

    private static PodSpec pod(Lab lab) {
        String secret = certificateSecret(lab);
        List<Volume> volumes = new ArrayList<>();
        List<VolumeMount> mounts = new ArrayList<>();
        volumes.add(Pods.config("config", lab.name(Part.GATEWAY)));
        mounts.add(Pods.mount("config", "/etc/gretlab/gateway", true));
        volumes.add(Pods.scratch("data", null));
        mounts.add(Pods.mount("data", "/data", false));
        if (secret != null) {
            volumes.add(Pods.secret("tls", secret, "tls.crt", "tls.key"));
            mounts.add(Pods.mount("tls", TLS, true));
        }
        return Pods.spec(lab, Part.GATEWAY)
                .withTerminationGracePeriodSeconds(60L)
                .withTopologySpreadConstraints(
                        Pods.spread(lab, Part.GATEWAY, "kubernetes.io/hostname"))
                .withContainers(
                        Pods.container(lab, Part.GATEWAY, lab.image("gateway"))
                                .withCommand(
                                        "caddy",
                                        "run",
                                        "--config",
                                        "/etc/gretlab/gateway/Caddyfile",
                                        "--adapter",
                                        "caddyfile")
                                .withEnv(
                                        Pods.env("XDG_DATA_HOME", "/data"),
                                        Pods.env("XDG_CONFIG_HOME", "/data"))
                                .addNewPort()
                                .withName("https")
                                .withContainerPort(HTTPS)
                                .withProtocol("TCP")
                                .endPort()
                                .addNewPort()
                                .withName("http")
                                .withContainerPort(HTTP)
                                .withProtocol("TCP")
                                .endPort()
                                .addNewPort()
                                .withName("health")
                                .withContainerPort(HEALTH)
                                .withProtocol("TCP")
                                .endPort()
                                .withReadinessProbe(Pods.http("/healthz", "health", 2, 2))
                                .withLivenessProbe(Pods.http("/healthz", "health", 10, 6))
                                .withNewLifecycle()
                                // out of the Service before it stops listening
                                .withNewPreStop()
                                .withNewExec()
                                .withCommand("sleep", "5")
                                .endExec()
                                .endPreStop()
                                .endLifecycle()
                                .withResources(Pods.burstable("100m", "256Mi"))
                                .withVolumeMounts(mounts)
                                .build())
                .withVolumes(volumes)
                .build();
    }

    private static Ingress ingress(Lab lab, GatewaySpec.IngressSpec wanted) {
        boolean gateway = lab.spec().gateway().enabled();
        IngressBuilder ingress =
                new IngressBuilder()
                        .withMetadata(lab.owned(Part.GATEWAY))
                        .withNewSpec()
                        .withIngressClassName(wanted.className())
                        .withTls(
                                new IngressTLSBuilder()
                                        .withHosts(lab.spec().host())
                                        .withSecretName(certificateSecret(lab))
                                        .build())
                        .addNewRule()
                        .withHost(lab.spec().host())
                        .withNewHttp()
                        .addNewPath()
                        .withPath("/")
                        .withPathType("Prefix")
                        .withNewBackend()
                        .withNewService()
                        .withName(lab.name(gateway ? Part.GATEWAY : Part.API))
                        .withNewPort()
                        .withName("http")
                        .endPort()
                        .endService()
                        .endBackend()
                        .endPath()
                        .endHttp()
                        .endRule()
                        .endSpec();
        ingress.editMetadata().withAnnotations(wanted.annotations()).endMetadata();
        return ingress.build();
    }
}
