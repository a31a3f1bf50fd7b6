import { NETWORKS_PATH, type NetworkStatus } from '@cardwright/contract';
import { callPath, readAnswer } from '../../session/session-calls.ts';

/** Reads the state of the networks. A refresh in the background does not keep an unused session open. */
export async function readNetworks(isBackground: boolean): Promise<NetworkStatus> {
  return readAnswer(await callPath('GET', NETWORKS_PATH, { isBackground }));
}
