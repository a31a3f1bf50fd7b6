export { type AuditEntry, acquirerLog, writeAudit, writeAudits } from './audit.ts';
