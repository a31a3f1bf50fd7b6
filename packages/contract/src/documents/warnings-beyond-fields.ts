/**
 * Warnings that no field schema can express: they depend on other fields, on the bank's configuration, or on the
 * content of the text. The table of tolerances lists them with those of the schemas.
 */
export const WARNINGS_BEYOND_FIELDS: readonly {
  readonly rule: string;
  readonly where: string;
  readonly field: string;
  readonly accepts: string;
}[] = [
  {
    rule: 'unknown-field',
    where: 'every operation',
    field: 'any',
    accepts: 'a member that is not in the field table',
  },
  {
    rule: 'card-number-masked',
    where: 'every envelope',
    field: 'any that is not intended for a card number',
    accepts:
      'a card number of a bank of this server (its BIN, and a valid check digit): masked before it is stored or returned',
  },
  {
    rule: 'card-number-masked',
    where: 'every envelope',
    field: '`custom_fields`',
    accepts:
      'a number with the first digits of a card network, a valid check digit and the groups of a card: masked before it is stored or returned',
  },
  {
    rule: 'card-number-masked',
    where: '`receiver.receive-token-notification`',
    field: 'any except `details.card.id.value`',
    accepts: 'a card number of a bank of this server: masked before it is stored',
  },
  {
    rule: 'card-number-masked',
    where: 'bodies of the token operations',
    field: 'any that is not intended for a card number',
    accepts: 'a number with the check digit of a card number: masked before it is stored or returned',
  },
  {
    rule: 'card-number-masked',
    where: '`merchants.onboard-merchants`',
    field: 'any except an id, an account or `trn`, which are refused (106)',
    accepts: 'a card number of a bank of this server: masked before it is stored or returned',
  },
  {
    rule: 'type-field-missing',
    where: '`receiver.receive-token-notification`',
    field: 'the fields of `details.token`',
    accepts: 'a notification without a token field that its type usually has',
  },
  {
    rule: 'present-address-missing',
    where: '`clients.create-client`',
    field: '`addresses`',
    accepts: 'no PRESENT address although the mailing indicator is PRESENT: the embossing address remains empty',
  },
  {
    rule: 'control-not-configured',
    where: 'card settings update',
    field: '`function1Status` to `function3OnUntil`, `merchantGroupProfileId`, `merchantGroupProfileName`',
    accepts: 'a control for which the bank configured nothing: stored, without effect',
  },
  {
    rule: 'settings-absent',
    where: 'card settings update',
    field: '`cardSettings`',
    accepts: 'absent: nothing changes',
  },
  {
    rule: 'request-id-made',
    where: '`merchants.onboard-merchants`',
    field: '`requestId`',
    accepts: 'absent in a request with amendments only: generated and returned',
  },
  {
    rule: 'other-key',
    where: '`merchants.onboard-merchants`',
    field: '`chain` of an application',
    accepts: 'the key `Chain`',
  },
  {
    rule: 'other-place',
    where: '`merchants.onboard-merchants`',
    field: '`overrideDefaultSchemesMcc`, `acceptedCardSchemes`, `fees` of an amendment',
    accepts: 'next to merchantId: stored in `configurations`',
  },
];
