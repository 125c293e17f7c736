{{- define "weft.name" -}}
{{- default .Chart.Name .Values.nameOverride | trunc 63 | trimSuffix "-" -}}
{{- end -}}

{{/* Short enough for the suffixes of the names that begin with it. */}}
{{- define "weft.fullname" -}}
{{- $name := include "weft.name" . -}}
{{- $full := ternary .Release.Name (printf "%s-%s" .Release.Name $name) (contains $name .Release.Name) -}}
{{- default $full .Values.fullnameOverride | trunc 45 | trimSuffix "-" -}}
{{- end -}}

{{- define "weft.selectorLabels" -}}
app.kubernetes.io/name: {{ include "weft.name" .root }}
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .component }}
{{- end -}}

{{- define "weft.labels" -}}
{{- with .root.Values.commonLabels }}
{{- toYaml . }}
{{ end -}}
{{ include "weft.selectorLabels" . }}
app.kubernetes.io/part-of: weft
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version | replace "+" "_" }}
{{- end -}}

{{- define "weft.secretName" -}}
{{- default (printf "%s-secrets" (include "weft.fullname" .)) .Values.existingSecret.name -}}
{{- end -}}

{{- define "weft.serviceAccountName" -}}
{{- if .Values.serviceAccount.create -}}
{{- default (include "weft.fullname" .) .Values.serviceAccount.name -}}
{{- else -}}
{{- default "default" .Values.serviceAccount.name -}}
{{- end -}}
{{- end -}}

{{- define "weft.image" -}}
{{- with .Values.image -}}
{{- if .digest -}}
{{ .repository }}@{{ .digest }}
{{- else -}}
{{ .repository }}:{{ default $.Chart.AppVersion .tag }}
{{- end -}}
{{- end -}}
{{- end -}}

{{/* The host of publicUrl, without its port. */}}
{{- define "weft.publicHost" -}}
{{- regexReplaceAll ":[0-9]+$" (urlParse .Values.publicUrl).host "" -}}
{{- end -}}

{{/* The roles of the mode, as JSON. */}}
{{- define "weft.roles" -}}
{{- if eq .Values.mode "cluster" -}}["api","worker"]{{- else -}}["single"]{{- end -}}
{{- end -}}
