import { defineEnvelope } from '../operation.ts';
import { list, optional, record, text, whole } from '../schema/fields.ts';
import { accountNumber, appName } from './account-of-card.ts';
import { SettingsInForce } from './settings-answers.ts';

export const getSettings = defineEnvelope({
  id: 'card-settings.get-settings',
  sdk: 'cardSettings.retrieve',
  title: 'Get card settings by account (legacy)',
  description: 'Returns the settings in force for an account, the usage of its limits, and the available switches.',
  reference: 'docs/interface/card-settings.md#get',
  path: '/cardcontrolservices/GetCardSettingsByAccountLegacy',
  scope: 'settings:read',
  requestKey: 'request_getcardsettings_accountlegacy',
  responseKey: 'response_getcardsettings_accountlegacy',
  requestFunction: 'REQ_GET_CARDSET_ACCNTLEGACY',
  responseFunction: 'REP_GET_CARDSET_ACCNTLEGACY',
  defaultMsgType: 'ENQUIRY',
  changes: false,
  extendedDetails: true,
  requestBody: record({ accountNumber: accountNumber(), appName: optional(appName()) }),
  responseBody: record({
    cardFeatureChecksum: text(64, { description: 'Checksum of features and settings; changes only when they change' }),
    cardSettings: SettingsInForce,
    inherited: optional(
      record(
        {
          product_code: text(32, { description: 'Product whose program supplies the values' }),
          program_version: whole(1, 1_000_000),
          fields: list(text(60), { description: 'Fields of cardSettings that the account did not set' }),
        },
        {
          component: 'InheritedSettings',
          description: 'Members that the program of the product supplies; absent: none',
        },
      ),
    ),
    resourceStrings: optional(list(record({ key: text(100), value: text(1000) }))),
    supportedFeatures: text(1000, { description: 'Available switches, comma separated, such as ECOM_OFF_ON' }),
  }),
  errors: ['card_not_found', 'several_cards_match'],
});
