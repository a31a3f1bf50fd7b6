import type { NetworkConfiguration } from '../../issuing/iso8583/index.ts';
import type { Settings } from '../configuration/settings.ts';

/** The ISO 8583 port of the sandbox's network, which takes messages for cards of the demo bank from this machine only. */
export function demoNetwork({
  CARDWRIGHT_MODE: mode,
  CARDWRIGHT_SANDBOX_ISO8583_PORT: port,
}: Settings): NetworkConfiguration[] {
  if (mode !== 'sandbox' || port === undefined) return [];
  return [{ name: 'demo-network', client_id: 'demo-network', direction: 'listen', port: String(port) }];
}
