import { SERVICE_CHECKS_PATH, SERVICE_PATH, type ServiceChecks, type ServiceStatus } from '@cardwright/contract';
import { callPath, readAnswer } from '../../session/session-calls.ts';

/** Reads the state of the service. A refresh in the background does not keep an unused session open. */
export async function readService(isBackground: boolean): Promise<ServiceStatus> {
  return readAnswer(await callPath('GET', SERVICE_PATH, { isBackground }));
}

/** Runs the checks of the doctor on the server that answers. */
export async function runChecks(): Promise<ServiceChecks> {
  return readAnswer(await callPath('POST', SERVICE_CHECKS_PATH));
}
