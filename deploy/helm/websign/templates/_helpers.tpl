{{- define "websign.name" -}}
{{- if contains .Chart.Name .Release.Name -}}
{{ .Release.Name | trunc 50 | trimSuffix "-" }}
{{- else -}}
{{ printf "%s-%s" .Release.Name .Chart.Name | trunc 50 | trimSuffix "-" }}
{{- end -}}
{{- end -}}

{{- define "websign.selector" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "websign.labels" -}}
{{ include "websign.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end -}}

{{- define "websign.image" -}}
{{- if .Values.image.digest -}}
{{ printf "%s@%s" .Values.image.repository .Values.image.digest }}
{{- else -}}
{{ printf "%s:%s" .Values.image.repository (.Values.image.tag | default .Chart.AppVersion) }}
{{- end -}}
{{- end -}}

{{/* In a folder that the signer process makes itself, for its user and group alone. */}}
{{- define "websign.socket" -}}
/run/websign-signer/open/socket
{{- end -}}

{{- define "websign.masterKey" -}}
{{ required "secrets.files.MASTER_KEY_FILE names the master key in the Secret" .Values.secrets.files.MASTER_KEY_FILE }}
{{- end -}}

{{/*
Whether the process at the socket of a setting is there: it says its name to whoever comes. While it starts again
connections are closed unsaid.
*/}}
{{- define "websign.probe" -}}
exec:
  command:
    - /opt/websign/node_modules/.bin/node
    - -e
    - require('node:net').connect(process.env.{{ . }}).on('data',()=>process.exit(0)).on('error',()=>{}).on('close',()=>process.exit(1))
{{- end -}}
