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
    accepts: 'a member that the field table does not name',
  },
  {
    rule: 'card-number-masked',
    where: 'every envelope',
    field: 'any that is not made for a card number',
    accepts:
      'a card number of a bank here (its BIN, and a valid check digit): it is masked before it is stored or returned',
  },
  {
    rule: 'card-number-masked',
    where: 'every envelope',
    field: '`custom_fields`',
    accepts:
      'a number with the first digits of a card network, a valid check digit and the groups of a card: it is masked before it is stored or returned',
  },
  {
    rule: 'card-number-masked',
    where: '`receiver.receive-token-notification`',
    field: 'any but `details.card.id.value`',
    accepts: 'a card number of a bank here: it is masked before it is kept',
  },
  {
    rule: 'card-number-masked',
    where: 'bodies of the token operations',
    field: 'any that is not made for a card number',
    accepts: 'a number with the check digit of a card number: it is masked before it is stored or returned',
  },
  {
    rule: 'card-number-masked',
    where: '`merchants.onboard-merchants`',
    field: 'any but an id, an account or `trn`, where it is refused (106)',
    accepts: 'a card number of a bank here: it is masked before it is stored or returned',
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
    accepts: 'no PRESENT address though the mailing indicator says PRESENT: the embossing address stays empty',
  },
  {
    rule: 'control-not-configured',
    where: 'card settings update',
    field: '`function1Status` to `function3OnUntil`, `merchantGroupProfileId`, `merchantGroupProfileName`',
    accepts: 'a control for which the bank configured nothing: kept, without effect',
  },
  {
    rule: 'settings-absent',
    where: 'card settings update',
    field: '`cardSettings`',
    accepts: 'absent: nothing is changed',
  },
  {
    rule: 'request-id-made',
    where: '`merchants.onboard-merchants`',
    field: '`requestId`',
    accepts: 'absent in a request that holds amendments only: one is made and answered',
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
    accepts: 'beside merchantId: kept in `configurations`',
  },
];
