{{/* Fails with everything that is wrong with the values together, and what to do about it. */}}
{{- define "weft.checks" -}}
{{- $errors := concat (include "weft.secretErrors" . | fromJsonArray) (include "weft.modeErrors" . | fromJsonArray) (include "weft.accessErrors" . | fromJsonArray) -}}
{{- range $role := include "weft.roles" . | fromJsonArray -}}
{{- $errors = concat $errors (include "weft.scalingErrors" (dict "root" $ "role" $role) | fromJsonArray) -}}
{{- end -}}
{{- if $errors -}}
{{- fail (printf "\n\nThe values cannot be used:\n  - %s\n" (join "\n  - " $errors)) -}}
{{- end -}}
{{- end -}}

{{- define "weft.secretErrors" -}}
{{- $keys := include "weft.secretKeys" . | fromJsonArray -}}
{{- $errors := list -}}
{{- if not .Values.image.repository -}}
{{- $errors = append $errors "image.repository is required: the registry and name of your image of Weft." -}}
{{- end -}}
{{- if and .Values.existingSecret.name .Values.secrets -}}
{{- $errors = append $errors "secrets and existingSecret.name: set only one of them." -}}
{{- end -}}
{{- if and .Values.existingSecret.name (not .Values.existingSecret.keys) -}}
{{- $errors = append $errors "existingSecret.keys is required: the settings that the secret contains, such as [DATABASE_URL, WEFT_SECRET]." -}}
{{- end -}}
{{- if and .Values.existingSecret.keys (not .Values.existingSecret.name) -}}
{{- $errors = append $errors "existingSecret.keys requires existingSecret.name: the name of the secret that contains them." -}}
{{- end -}}
{{- if and (has "DATABASE_URL" $keys) (not (has "WEFT_SECRET" $keys)) -}}
{{- $errors = append $errors "DATABASE_URL requires WEFT_SECRET in the same place. Create one with: openssl rand -base64 48." -}}
{{- end -}}
{{- if ne (has "S3_ACCESS_KEY" $keys) (has "S3_SECRET_KEY" $keys) -}}
{{- $errors = append $errors "S3_ACCESS_KEY and S3_SECRET_KEY belong together: give both in secrets or in existingSecret.keys, or none for a role." -}}
{{- end -}}
{{- toJson $errors -}}
{{- end -}}

{{- define "weft.modeErrors" -}}
{{- $keys := include "weft.secretKeys" . | fromJsonArray -}}
{{- $errors := list -}}
{{- if eq .Values.mode "cluster" -}}
{{- if not (has "DATABASE_URL" $keys) -}}
{{- $errors = append $errors "mode: cluster requires DATABASE_URL, in secrets or in existingSecret.keys. For a node with its own PostgreSQL set mode: single." -}}
{{- end -}}
{{- if not (and .Values.settings.S3_ENDPOINT .Values.settings.S3_BUCKET) -}}
{{- $errors = append $errors "mode: cluster requires settings.S3_ENDPOINT and settings.S3_BUCKET: several nodes share their files." -}}
{{- end -}}
{{- else -}}
{{- if gt (int .Values.single.replicas) 1 -}}
{{- $errors = append $errors "single.replicas must be 0 or 1, because nodes cannot share a volume. For several nodes set mode: cluster." -}}
{{- end -}}
{{- if or .Values.api.autoscaling.enabled .Values.worker.autoscaling.enabled -}}
{{- $errors = append $errors "api.autoscaling and worker.autoscaling require mode: cluster." -}}
{{- end -}}
{{- end -}}
{{- toJson $errors -}}
{{- end -}}

{{/* How the service is reached, by users, Prometheus and others. */}}
{{- define "weft.accessErrors" -}}
{{- $keys := include "weft.secretKeys" . | fromJsonArray -}}
{{- $isRouted := or .Values.ingress.enabled .Values.httpRoute.enabled -}}
{{- $errors := list -}}
{{- if and $isRouted (not .Values.publicUrl) -}}
{{- $errors = append $errors "publicUrl is required with ingress and httpRoute: the URL by which users reach the service." -}}
{{- end -}}
{{- if and $isRouted (not .Values.settings.TRUST_PROXY) -}}
{{- $errors = append $errors "settings.TRUST_PROXY is required with ingress and httpRoute: the addresses of the ingress controller or gateway, such as 10.0.0.0/8." -}}
{{- end -}}
{{- if and .Values.httpRoute.enabled (not .Values.httpRoute.parentRefs) -}}
{{- $errors = append $errors "httpRoute.parentRefs is required: the gateways, such as [{ name: public, namespace: gateways }]." -}}
{{- end -}}
{{- if and .Values.networkPolicy.enabled (not .Values.networkPolicy.from) -}}
{{- $errors = append $errors "networkPolicy.from is required: the peers that may call the nodes, such as the namespace of the ingress controller." -}}
{{- end -}}
{{- if and .Values.networkPolicy.enabled (has "DATABASE_URL" $keys) (not .Values.networkPolicy.database.to) -}}
{{- $errors = append $errors "networkPolicy.database.to is required: the peers of DATABASE_URL, such as [{ ipBlock: { cidr: 10.0.3.0/24 } }]." -}}
{{- end -}}
{{- if and .Values.monitoring.serviceMonitor.enabled (not (has "METRICS_TOKEN" $keys)) (ne (toString .Values.settings.METRICS_ACCESS) "all") -}}
{{- $errors = append $errors "monitoring.serviceMonitor requires METRICS_TOKEN, in secrets or in existingSecret.keys, or settings.METRICS_ACCESS: all." -}}
{{- end -}}
{{- if and .Values.monitoring.prometheusRule.enabled (not .Values.publicUrl) -}}
{{- $errors = append $errors "monitoring.prometheusRule requires publicUrl: the alerts link to the runbooks of the service." -}}
{{- end -}}
{{- toJson $errors -}}
{{- end -}}

{{- define "weft.scalingErrors" -}}
{{- $role := .role -}}
{{- $node := index .root.Values .role -}}
{{- $errors := list -}}
{{- with $node.autoscaling -}}
{{- if .enabled -}}
{{- if gt (int .minReplicas) (int .maxReplicas) -}}
{{- $errors = append $errors (printf "%s.autoscaling.minReplicas (%d) must not be more than maxReplicas (%d)." $role (int .minReplicas) (int .maxReplicas)) -}}
{{- end -}}
{{- if not (dig "requests" "cpu" "" $node.resources) -}}
{{- $errors = append $errors (printf "%s.autoscaling requires %s.resources.requests.cpu: it compares the use of processors with it." $role $role) -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- toJson $errors -}}
{{- end -}}
