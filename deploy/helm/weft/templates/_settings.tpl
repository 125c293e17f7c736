{{/* A value as the service reads it: Helm has every number as a float, and would print large ones with an exponent. */}}
{{- define "weft.settingText" -}}
{{- if and (kindIs "float64" .) (eq (floor .) .) -}}
{{- int64 . -}}
{{- else -}}
{{- toString . -}}
{{- end -}}
{{- end -}}

{{/* The settings of all nodes: the data of the ConfigMap. */}}
{{- define "weft.settings" -}}
{{- range $name, $value := .Values.settings }}
{{ $name }}: {{ include "weft.settingText" $value | quote }}
{{- end }}
HOST: 0.0.0.0
PORT: "3000"
DATA_DIR: /data/weft
SHUTDOWN_DELAY: {{ .Values.shutdownDelay | quote }}
{{- with .Values.publicUrl }}
WEFT_PUBLIC_URL: {{ . | quote }}
{{- end }}
{{- end -}}

{{/* The names of all secret settings, as JSON. */}}
{{- define "weft.secretKeys" -}}
{{- if .Values.existingSecret.name -}}
{{- .Values.existingSecret.keys | sortAlpha | toJson -}}
{{- else -}}
{{- keys .Values.secrets | sortAlpha | toJson -}}
{{- end -}}
{{- end -}}

{{/*
The secret settings of a component, as JSON. Nodes that serve requests never have the owner of the schema, and the upgrade
has only the database. WEFT_SECRET is required with DATABASE_URL.
*/}}
{{- define "weft.secretKeysOf" -}}
{{- $keys := include "weft.secretKeys" .root | fromJsonArray -}}
{{- if eq .component "api" -}}
{{- without $keys "DATABASE_OWNER_URL" | toJson -}}
{{- else if eq .component "upgrade" -}}
{{- $needed := list -}}
{{- range $keys -}}
{{- if has . (list "DATABASE_URL" "DATABASE_OWNER_URL" "WEFT_SECRET") -}}
{{- $needed = append $needed . -}}
{{- end -}}
{{- end -}}
{{- toJson $needed -}}
{{- else -}}
{{- toJson $keys -}}
{{- end -}}
{{- end -}}

{{/* Secrets are files: variables are shown by kubectl describe, and inherited by every process. */}}
{{- define "weft.secretEnv" -}}
{{- range include "weft.secretKeysOf" . | fromJsonArray }}
- name: {{ . }}_FILE
  value: /etc/weft/secrets/{{ . }}
{{- end }}
{{- end -}}

{{- define "weft.secretVolume" -}}
- name: secrets
  secret:
    secretName: {{ .secretName }}
    # 0440: the pod's group may read them.
    defaultMode: 288
    items:
      {{- range include "weft.secretKeysOf" . | fromJsonArray }}
      - key: {{ . }}
        path: {{ . }}
      {{- end }}
{{- end -}}
