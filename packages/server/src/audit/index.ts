export { type AuditEntry, writeAudit } from './audit.ts';
