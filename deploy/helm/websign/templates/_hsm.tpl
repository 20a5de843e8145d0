{{/* What a pod has more with hsm.enabled: the process that speaks with the HSM, and its volumes. */}}

{{/* Of the same version as the server, which speaks with no other; built with --target pkcs11. */}}
{{- define "websign.hsm.image" -}}
{{- $repository := .Values.hsm.image.repository | default .Values.image.repository -}}
{{- if .Values.hsm.image.digest -}}
{{ printf "%s@%s" $repository .Values.hsm.image.digest }}
{{- else if .Values.hsm.image.tag -}}
{{ printf "%s:%s" $repository .Values.hsm.image.tag }}
{{- else if .Values.image.digest -}}
{{ fail "hsm.image.digest or hsm.image.tag names the image with the bridge to HSMs, where image.digest names the other" }}
{{- else -}}
{{ printf "%s:%s-pkcs11" $repository (.Values.image.tag | default .Chart.AppVersion) }}
{{- end -}}
{{- end -}}

{{/* In a folder that the process makes itself, for its user and group alone. */}}
{{- define "websign.hsm.socket" -}}
/run/websign-hsm/open/socket
{{- end -}}

{{- define "websign.hsm.pin" -}}
{{ required "secrets.files.PKCS11_PIN_FILE names the PIN of hsm.token in the Secret" .Values.secrets.files.PKCS11_PIN_FILE }}
{{- end -}}

{{- define "websign.hsm.container" -}}
# Alone has the module and the token's PIN; started before the server, and stopped after it.
- name: hsm
  restartPolicy: Always
  image: {{ include "websign.hsm.image" . | quote }}
  imagePullPolicy: {{ .Values.image.pullPolicy }}
  args: [hsm]
  workingDir: /
  env:
    - { name: HSM_SOCKET, value: {{ include "websign.hsm.socket" . }} }
    - { name: PKCS11_MODULE, value: {{ .Values.hsm.module | quote }} }
    {{- with .Values.hsm.token }}
    - { name: PKCS11_TOKEN, value: {{ . | quote }} }
    - name: PKCS11_PIN_FILE
      value: {{ printf "/run/secrets/websign-hsm/%s" (include "websign.hsm.pin" $) | quote }}
    {{- end }}
    {{- range $name := list "PKCS11_SESSIONS" "LOG_LEVEL" }}
    {{- with index $.Values.config $name }}
    - { name: {{ $name }}, value: {{ . | toString | quote }} }
    {{- end }}
    {{- end }}
    {{- with .Values.hsm.env }}
    - { name: PKCS11_ENVIRONMENT, value: {{ keys . | sortAlpha | join "," | quote }} }
    {{- range $name, $value := . }}
    - { name: {{ $name }}, value: {{ $value | quote }} }
    {{- end }}
    {{- end }}
  securityContext:
    runAsUser: 10003
    runAsGroup: 10003
    allowPrivilegeEscalation: false
    readOnlyRootFilesystem: true
    capabilities: { drop: [ALL] }
  startupProbe:
    {{- include "websign.probe" "HSM_SOCKET" | nindent 4 }}
    periodSeconds: 2
    timeoutSeconds: 5
    failureThreshold: 30
  resources: {{- toYaml .Values.hsm.resources | nindent 4 }}
  volumeMounts:
    - { name: hsm-socket, mountPath: /run/websign-hsm }
    - { name: hsm, mountPath: /var/lib/websign-hsm }
    - { name: hsm-tmp, mountPath: /tmp }
    {{- if .Values.hsm.token }}
    - { name: hsm-pin, mountPath: /run/secrets/websign-hsm, readOnly: true }
    {{- end }}
    {{- with .Values.hsm.volumeMounts }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
{{- end -}}

{{- define "websign.hsm.volumes" -}}
- name: hsm-socket
  emptyDir: { medium: Memory, sizeLimit: 1Mi }
# What the module writes for itself, which goes with the pod.
- name: hsm
  emptyDir: { sizeLimit: 256Mi }
- name: hsm-tmp
  emptyDir: { sizeLimit: 16Mi }
{{- if .Values.hsm.token }}
- name: hsm-pin
  secret:
    secretName: {{ .Values.secrets.existingSecret }}
    defaultMode: 0440
    items:
      - { key: {{ include "websign.hsm.pin" . }}, path: {{ include "websign.hsm.pin" . }} }
{{- end }}
{{- with .Values.hsm.volumes }}
{{ toYaml . }}
{{- end }}
{{- end -}}
