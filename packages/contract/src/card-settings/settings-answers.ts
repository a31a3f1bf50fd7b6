import { each, optional, record, text } from '../schema/fields.ts';
import {
  COUNTER_FIELDS,
  COUNTRIES_FIELD,
  FLAG_FIELDS,
  FOREIGN_WINDOW_FIELDS,
  INTERVAL_END_FIELDS,
  LIMIT_FIELDS,
  MERCHANT_GROUP_FIELDS,
  PERMISSION_FIELDS,
  SWITCHES,
} from './settings-fields.ts';

/** Fields of both answers. A mandatory field is always present, and empty if it has no value. */

const RETURNED_SWITCHES = SWITCHES.filter((name) => name !== 'cash');

const amount = () =>
  text(20, {
    fieldComponent: 'SettingLimit',
    description: 'Decimal text in the account currency; empty if not set',
  });
const time = () => text(30, { fieldComponent: 'SettingTime', description: "Date and time with the bank's UTC offset" });
const status = () =>
  text(20, {
    fieldComponent: 'SettingSwitchStatus',
    description: 'Current state of the switch: ON, OFF, ON_FOR_ONE or ON_UNTIL',
  });

const MANDATORY = {
  canActivate: text(5, { description: 'true or false, defined by the product' }),
  ...each(LIMIT_FIELDS, amount),
  ...each(FLAG_FIELDS, () =>
    text(10, { fieldComponent: 'SettingFlag', description: 'true or false; empty if never set' }),
  ),
  [COUNTRIES_FIELD]: text(1000, { description: 'ISO 3166 codes as sent, comma separated' }),
  ...each(COUNTER_FIELDS, () =>
    text(20, { fieldComponent: 'SettingCounter', description: 'Amount spent in the current window' }),
  ),
  ...each(PERMISSION_FIELDS, () =>
    text(10, { fieldComponent: 'SettingPermission', description: 'true or false, defined by the product' }),
  ),
};

const OPTIONAL = {
  ...each(
    RETURNED_SWITCHES.map((name) => `${name}Status` as const),
    () => optional(status()),
  ),
  ...each(
    RETURNED_SWITCHES.map((name) => `${name}OnUntil` as const),
    () => optional(time()),
  ),
  ...each(FOREIGN_WINDOW_FIELDS, () => optional(time())),
  ...each(INTERVAL_END_FIELDS, () => optional(time())),
  ...each(MERCHANT_GROUP_FIELDS, () => optional(text(100, { description: 'Value as sent' }))),
};

const CASH_STATUS = text(20, {
  description: 'Same values as the other statuses; a number is returned as sent while the switch is on',
});

/** Answer of the enquiry. */
export const SettingsInForce = record(
  { ...MANDATORY, cashStatus: optional(CASH_STATUS), ...OPTIONAL },
  { component: 'CardSettingsInForce' },
);

/** Answer of the update. */
export const SettingsAfterUpdate = record(
  { ...MANDATORY, cashStatus: CASH_STATUS, ...OPTIONAL },
  { component: 'CardSettings', extending: SettingsInForce },
);
