{{- define "cardwright.name" -}}
{{- .Release.Name | trunc 50 | trimSuffix "-" }}
{{- end }}

{{- define "cardwright.labels" -}}
app.kubernetes.io/name: cardwright
app.kubernetes.io/instance: {{ .Release.Name | quote }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service | quote }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | quote }}
{{- end }}

{{- define "cardwright.image" -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end }}

{{- define "cardwright.podSecurity" -}}
runAsNonRoot: true
runAsUser: 10001
runAsGroup: 10001
# only this group can read the key file
fsGroup: 10001
seccompProfile: { type: RuntimeDefault }
{{- end }}

{{- define "cardwright.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: { drop: [ALL] }
{{- end }}

{{- define "cardwright.environment" -}}
- name: CARDWRIGHT_MODE
  value: production
- name: HOST
  value: "::"
- name: PORT
  value: {{ .Values.service.port | quote }}
- name: CARDWRIGHT_OPERATOR_HOST
  value: "::"
- name: CARDWRIGHT_OPERATOR_PORT
  value: {{ .Values.metrics.port | quote }}
- name: CARDWRIGHT_KEY_FILE
  value: /etc/cardwright/keys/keys.json
- name: CARDWRIGHT_CONFIG_FILE
  value: /etc/cardwright/configuration/banks.json
- name: CARDWRIGHT_DATA_DIR
  value: /var/lib/cardwright
{{- if .Values.secrets.tls }}
- name: CARDWRIGHT_TLS_CERT_FILE
  value: /etc/cardwright/tls/tls.crt
- name: CARDWRIGHT_TLS_KEY_FILE
  value: /etc/cardwright/tls/tls.key
{{- end }}
{{- range $name, $value := .Values.settings }}
- name: {{ $name }}
  value: {{ $value | quote }}
{{- end }}
{{- end }}

{{- define "cardwright.mounts" -}}
- { name: keys, mountPath: /etc/cardwright/keys, readOnly: true }
- { name: configuration, mountPath: /etc/cardwright/configuration, readOnly: true }
- { name: data, mountPath: /var/lib/cardwright }
- { name: temporary, mountPath: /tmp }
{{- if .Values.secrets.tls }}
- { name: tls, mountPath: /etc/cardwright/tls, readOnly: true }
{{- end }}
{{- if .Values.secrets.databaseCa }}
- { name: database-ca, mountPath: /etc/cardwright/database, readOnly: true }
{{- end }}
{{- end }}

{{- define "cardwright.secretVolumes" -}}
- name: keys
  # 0440: the server does not start if others can read the key file
  secret: { secretName: {{ .Values.secrets.keys | quote }}, defaultMode: 288 }
- name: configuration
  secret: { secretName: {{ .Values.secrets.configuration | quote }}, defaultMode: 288 }
- name: temporary
  emptyDir: { sizeLimit: 64Mi }
{{- if .Values.secrets.tls }}
- name: tls
  secret: { secretName: {{ .Values.secrets.tls | quote }}, defaultMode: 288 }
{{- end }}
{{- if .Values.secrets.databaseCa }}
- name: database-ca
  secret: { secretName: {{ .Values.secrets.databaseCa | quote }}, defaultMode: 288 }
{{- end }}
{{- end }}
