{{/* The values of pod with those of the role. */}}
{{- define "weft.podValues" -}}
{{- mergeOverwrite (deepCopy .root.Values.pod) (index .root.Values .role).pod | toJson -}}
{{- end -}}

{{/* The template of the pods of a role. */}}
{{- define "weft.podTemplate" -}}
{{- $root := .root -}}
{{- $role := .role -}}
{{- $node := index $root.Values $role -}}
{{- $pod := include "weft.podValues" . | fromJson -}}
{{- $names := dict "root" $root "component" $role -}}
{{- $secrets := include "weft.secretKeysOf" $names | fromJsonArray -}}
metadata:
  labels:
    {{- with mergeOverwrite (deepCopy $root.Values.commonLabels) $pod.labels }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
    {{- include "weft.selectorLabels" $names | nindent 4 }}
    weft-node: "true"
  annotations:
    checksum/settings: {{ include "weft.settings" $root | sha256sum }}
    {{- if not $root.Values.existingSecret.name }}
    checksum/secrets: {{ $root.Values.secrets | toJson | sha256sum }}
    {{- end }}
    {{- with $pod.annotations }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
spec:
  {{- include "weft.podPlacement" (dict "pod" $pod "names" $names) | nindent 2 }}
  {{- with $root.Values.imagePullSecrets }}
  imagePullSecrets:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  serviceAccountName: {{ include "weft.serviceAccountName" $root }}
  automountServiceAccountToken: {{ $root.Values.serviceAccount.automountToken }}
  # With them, a service of this name would set WEFT_PORT, which is not a setting.
  enableServiceLinks: false
  # The shutdown delay, 10 s to finish requests and to hand over jobs, and some spare time.
  terminationGracePeriodSeconds: {{ ternary 20 (add $root.Values.shutdownDelay 20) (eq $role "worker") }}
  securityContext:
    {{- toYaml $pod.securityContext | nindent 4 }}
  containers:
    - name: weft
      image: {{ include "weft.image" $root }}
      imagePullPolicy: {{ $root.Values.image.pullPolicy }}
      {{- if $root.Values.maintenance }}
      command: [tini, --, sleep, infinity]
      {{- else }}
      args:
        - serve
        {{- if and (ne $role "single") $root.Values.upgrade.enabled }}
        - --no-migrate
        {{- end }}
      {{- end }}
      envFrom:
        - configMapRef:
            name: {{ include "weft.fullname" $root }}-settings
      env:
        # Not an argument, so that weft doctor and weft admin in the pod have it too.
        - name: WEFT_ROLE
          value: {{ ternary "all" $role (eq $role "single") }}
        {{- if eq $role "worker" }}
        # No requests to drain.
        - name: SHUTDOWN_DELAY
          value: "0"
        {{- else }}
        - name: WEFT_PROCESSES
          value: {{ $node.processes | quote }}
        {{- end }}
        {{- include "weft.secretEnv" $names | nindent 8 }}
        {{- with $pod.extraEnv }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
      ports:
        - name: http
          containerPort: 3000
      {{- if not $root.Values.maintenance }}
      {{- include "weft.probes" $root | nindent 6 }}
      {{- end }}
      resources:
        {{- toYaml $node.resources | nindent 8 }}
      securityContext:
        {{- toYaml $pod.containerSecurityContext | nindent 8 }}
      {{- if or $secrets (ne $role "api") $pod.extraVolumeMounts }}
      volumeMounts:
        {{- if $secrets }}
        - name: secrets
          mountPath: /etc/weft/secrets
          readOnly: true
        {{- end }}
        {{- if ne $role "api" }}
        - name: data
          mountPath: /data
        {{- end }}
        {{- with $pod.extraVolumeMounts }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
      {{- end }}
  {{- $hasClaim := and (eq $role "single") $root.Values.single.persistence.existingClaim }}
  {{- if or $secrets (eq $role "worker") $hasClaim $pod.extraVolumes }}
  volumes:
    {{- if $secrets }}
    {{- include "weft.secretVolume" (merge (dict "secretName" (include "weft.secretName" $root)) $names) | nindent 4 }}
    {{- end }}
    {{- if eq $role "worker" }}
    - name: data
      emptyDir:
        sizeLimit: {{ $node.data.sizeLimit }}
    {{- end }}
    {{- if $hasClaim }}
    - name: data
      persistentVolumeClaim:
        claimName: {{ $node.persistence.existingClaim }}
    {{- end }}
    {{- with $pod.extraVolumes }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
  {{- end }}
{{- end -}}

{{- define "weft.podPlacement" -}}
{{- $names := .names -}}
{{- with .pod.priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
{{- with .pod.nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .pod.tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .pod.affinity }}
affinity:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .pod.topologySpreadConstraints }}
topologySpreadConstraints:
  {{- range . }}
  {{- list (merge (dict "labelSelector" (dict "matchLabels" (include "weft.selectorLabels" $names | fromYaml))) .) | toYaml | nindent 2 }}
  {{- end }}
{{- end }}
{{- end -}}

{{- define "weft.probes" -}}
# A start waits for the database, and then for migrations of another node. A node that migrates itself needs as long as the
# job that otherwise does it; its own PostgreSQL may have to recover first.
{{- $migrates := or (eq .Values.mode "single") (not .Values.upgrade.enabled) }}
{{- $waitSeconds := add 60 (mul 2 (int64 (default 60 .Values.settings.DATABASE_WAIT_SECONDS))) }}
{{- $startSeconds := ternary (max $waitSeconds (int64 .Values.upgrade.activeDeadlineSeconds)) $waitSeconds $migrates }}
startupProbe:
  httpGet:
    path: /health/ready
    port: http
  periodSeconds: 2
  timeoutSeconds: 3
  failureThreshold: {{ div $startSeconds 2 }}
readinessProbe:
  httpGet:
    path: /health/ready
    port: http
  periodSeconds: 2
  timeoutSeconds: 3
  failureThreshold: 2
livenessProbe:
  httpGet:
    path: /health/live
    port: http
  periodSeconds: 10
  timeoutSeconds: 5
  failureThreshold: 3
{{- end -}}
