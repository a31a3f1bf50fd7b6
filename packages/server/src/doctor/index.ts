export type { CheckResult, CheckStatus } from './check.ts';
export { type DoctorOptions, examineDeployment } from './doctor.ts';
