import type { Switch, SwitchStatus } from '@cardwright/contract';
import type { CardControl } from '../../../../platform/kernel/bank.ts';
import type { CardSettings } from '../../../card-settings/card-settings.ts';
import { stateOf } from '../../../card-settings/switch-setting.ts';
import { type Entry, isCardPresent } from '../channel.ts';
import type { AuthorizationMessage } from '../facts.ts';

const CHANNEL_SWITCH: Partial<Record<Entry, Switch>> = {
  ECOM: 'ecom',
  MOTO: 'moto',
  RECURRING: 'recurring',
  FALLBACK: 'fallback',
};
const FUNCTIONS = ['function1', 'function2', 'function3'] as const;

/** The switches that are set and cover a message, in the order of evaluation, with their current states. */
export function coveringSwitches(
  settings: CardSettings,
  message: AuthorizationMessage,
  control: CardControl,
  now: Date,
): { name: Switch; state: SwitchStatus }[] {
  const covering: { name: Switch; state: SwitchStatus }[] = [];
  const note = (name: Switch | undefined) => {
    if (name === undefined) return;
    const setting = settings.switches[name];
    if (setting !== undefined) covering.push({ name, state: stateOf(setting, now) });
  };
  const { channel, merchantCategory } = message;
  note('master');
  note(isCardPresent(channel) ? 'cardPresent' : 'cardNotPresent');
  note(CHANNEL_SWITCH[channel.entry]);
  note(channel.isCash ? 'cash' : 'purchase');
  for (const [at, categories] of control.functions.entries()) {
    if (categories?.has(merchantCategory)) note(FUNCTIONS[at]);
  }
  return covering;
}
