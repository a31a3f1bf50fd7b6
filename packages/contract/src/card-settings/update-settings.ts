import Type from 'typebox';
import { defineEnvelope } from '../operation.ts';
import { each, oneOf, optional, record, text } from '../schema/fields.ts';
import { FORMATS } from '../schema/formats.ts';
import { alsoMatches, type Tolerance } from '../schema/tolerances.ts';
import { accountNumber, appName } from './account-of-card.ts';
import { SettingsAfterUpdate } from './settings-answers.ts';
import {
  COUNTRIES_FIELD,
  FLAG_FIELDS,
  FOREIGN_WINDOW_FIELDS,
  LIMIT_FIELDS,
  SWITCH_STATUSES,
  SWITCHES,
} from './settings-fields.ts';

const status = (maxLength: number) =>
  optional(
    oneOf(SWITCH_STATUSES, {
      maxLength,
      // The table defines another maximum for one of these fields.
      ...(maxLength === 20 && { fieldComponent: 'SwitchStatus' }),
      description: 'State of the switch: ON, OFF, on for one approval, or on until the time in the OnUntil field',
    }),
  );

/** At most 12 digits, so that the value is never mistaken for a card number. */
const cashStatus = Type.Unsafe<string>(
  oneOf([...SWITCH_STATUSES, ''], {
    maxLength: 20,
    description: 'Same values as the other statuses; empty clears the field',
    tolerances: [alsoMatches('number-as-status', 'the text of a number, which means ON', /^\d{1,12}$/)],
  }),
);

/** Accepted forms of a time in addition to the table's form, each with the name of its warning. */
const blankInOffset = otherTimeForm(
  'blank-in-offset',
  'a blank after the sign of the UTC offset, which is dropped',
  / (?=\d{2}:\d{2}$)/,
);
const otherForm = otherTimeForm('other-time-form', 'Z for the offset +00:00; seconds without decimals', /^/);

/** Published payloads write -05:00 as `- 05:00`, and programs write times in other forms of ISO 8601. */
function otherTimeForm(rule: string, accepts: string, dropped: RegExp): Tolerance {
  return {
    rule,
    accepts,
    accept: (value) => {
      if (typeof value !== 'string' || value === '') return undefined;
      const text = value
        .replace(dropped, '')
        .replace(/Z$/, '+00:00')
        .replace(/(:\d{2}:\d{2})(?=[+-]\d{2}:\d{2}$)/, '$1.000');
      return text !== value && FORMATS['offset-time-or-empty'].test(text) ? text : undefined;
    },
  };
}

const time = (fieldComponent: string, description: string) =>
  optional(
    text(30, {
      fieldComponent,
      fieldFormat: 'offset-time-or-empty',
      description: `${description}; empty clears the field`,
      tolerances: [otherForm, blankInOffset],
    }),
  );

/** An update changes only the fields that it sends. An empty text clears a field. */
const FIELDS_TO_SET = {
  ...each(LIMIT_FIELDS, () =>
    optional(
      text(20, {
        fieldComponent: 'SpendingLimit',
        fieldFormat: 'amount-or-empty',
        description: 'Limit in the account currency; empty means no limit',
      }),
    ),
  ),
  ...each(FLAG_FIELDS, () =>
    optional(
      oneOf(['true', 'false', ''], {
        fieldComponent: 'ForeignFlag',
        maxLength: 10,
        description: 'Empty clears the field',
      }),
    ),
  ),
  [COUNTRIES_FIELD]: optional(
    text(1000, { description: 'ISO 3166 alpha-2, alpha-3 or numeric codes, comma separated; empty clears the list' }),
  ),
  ...each(
    SWITCHES.map((name) => `${name}Status` as const),
    () => status(20),
  ),
  cardPresentStatus: status(12),
  cashStatus: optional(cashStatus),
  ...each(
    SWITCHES.map((name) => `${name}OnUntil` as const),
    () => time('SwitchEnd', 'Time until which the switch is on'),
  ),
  ...each(FOREIGN_WINDOW_FIELDS, () =>
    time('ForeignWindowTime', 'Start or end of the period in which card-present use abroad is allowed'),
  ),
  merchantGroupProfileId: optional(
    text(50, { description: 'Id of a merchant group of the bank; empty clears the field' }),
  ),
  merchantGroupProfileName: optional(
    text(100, { description: 'Name of the merchant group, which follows from the id; empty clears the field' }),
  ),
};
/** The fields that can be set. */
export const settingsToSet = record(FIELDS_TO_SET, { component: 'CardSettingsToSet' });

const checksum = (description: string, tolerances: readonly Tolerance[] = []) =>
  optional(text(64, { fieldFormat: 'checksum', description, tolerances }));

/** Callers that send back the answer of an enquiry put the checksum inside of cardSettings. */
const insideSettings: Tolerance = {
  rule: 'other-place',
  accepts: 'inside cardSettings, with the same effect as next to it',
  eager: true,
  accept: (value) => value,
};

const SettingsPatch = record(
  {
    ...FIELDS_TO_SET,
    cardFeatureChecksum: checksum('Checksum, which belongs next to cardSettings', [insideSettings]),
  },
  { component: 'CardSettingsPatch', extending: settingsToSet },
);

export const updateSettings = defineEnvelope({
  id: 'card-settings.update-settings',
  sdk: 'cardSettings.update',
  title: 'Update card settings by account (legacy)',
  description:
    'Changes switches, limits and lists for all cards of an account. Only the fields in the request change, and one invalid field rejects the whole update. The change is in force when the response is sent.',
  reference: 'docs/interface/card-settings.md#update',
  path: '/cardcontrolservices/UpdateCardSettingsByAccountLegacy',
  scope: 'settings:write',
  requestKey: 'request_updatecardsettings_accountlegacy',
  responseKey: 'response_updatecardsettings_accountlegacy',
  requestFunction: 'REQ_UPDATE_CARDSET_ACCNTLEGACY',
  responseFunction: 'REP_UPDATE_CARDSET_ACCNTLEGACY',
  defaultMsgType: 'TRANSACTION',
  changes: true,
  extendedDetails: true,
  requestBody: record({
    accountNumber: accountNumber(),
    cardSettings: optional(SettingsPatch),
    appName: optional(appName()),
    cardFeatureChecksum: checksum(
      'Makes the update conditional: the request fails with 421 unless this is the current checksum',
    ),
  }),
  responseBody: record({ cardSettings: SettingsAfterUpdate }),
  errors: ['card_not_found', 'several_cards_match', 'changed_meanwhile'],
});
