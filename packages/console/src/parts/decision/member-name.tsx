import type { SettingsField } from '@cardwright/contract';
import type { WordKey } from '../../words/en.ts';
import { useWords } from '../../words/language.ts';
import { fieldNameWord } from '../merchant/field-words.ts';
import { fieldWord } from '../value/setting-fields.ts';

/** Members other than settings whose names are not codes for people. */
const MEMBER_WORDS: Readonly<Record<string, WordKey>> = {
  account: 'decision.account',
  activation_code: 'member.activationCode',
  added: 'member.added',
  amount: 'decision.amount',
  approver: 'member.approver',
  as: 'card.reissuedAs',
  assignee: 'tasks.assignee',
  available: 'member.available',
  balances: 'member.balances',
  bank_id: 'audit.bank',
  bin: 'member.bin',
  card: 'decision.card',
  card_expiry_date: 'card.expiry',
  card_sequence_number: 'member.sequence',
  card_status: 'token.state',
  card_type: 'member.cardType',
  ceilings: 'member.ceilings',
  client: 'found.customer',
  client_id: 'audit.client',
  code: 'member.code',
  comment: 'tasks.comment',
  condition: 'rules.condition',
  controls: 'member.controls',
  country: 'member.country',
  currency: 'member.currency',
  defaults: 'member.defaults',
  description: 'member.description',
  disabled: 'member.disabled',
  edition: 'member.edition',
  effect: 'rules.effect',
  entries: 'lists.count',
  events: 'member.events',
  events_per_request: 'member.perRequest',
  exception: 'member.exception',
  expiry: 'card.expiry',
  fields: 'member.fields',
  final_codes: 'member.finalCodes',
  form: 'card.form',
  from: 'audit.before',
  funds_check: 'member.fundsCheck',
  host: 'member.host',
  id: 'customLimit.id',
  in_force_from: 'member.inForceFrom',
  kind: 'lists.kind',
  level: 'customLimit.owner',
  limit: 'member.oneLimit',
  limits: 'member.limits',
  mailing_address: 'member.address',
  max: 'customLimit.max',
  max_in_flight: 'member.maxInFlight',
  measure: 'customLimit.measure',
  name: 'member.name',
  note_id: 'member.note',
  now: 'member.now',
  number: 'decision.card',
  permissions: 'member.permissions',
  person: 'member.person',
  product: 'card.product',
  product_code: 'card.product',
  program_version: 'member.programVersion',
  provider: 'people.provider',
  provisioning: 'member.provisioning',
  query: 'audit.which',
  reason: 'confirm.reason',
  reasonCode: 'confirm.reason',
  reissuedAs: 'card.reissuedAs',
  reissues: 'decision.card',
  removed: 'member.removed',
  requestedBy: 'backtest.requestedBy',
  requestor: 'member.requestor',
  reserved: 'member.reserved',
  restrictions: 'member.restrictions',
  roles: 'people.roles',
  rows: 'audit.rows',
  scopes: 'member.scopes',
  second_person: 'member.secondPerson',
  since: 'tasks.since',
  state: 'token.state',
  status: 'token.state',
  text: 'member.text',
  time_zone: 'member.timeZone',
  to: 'audit.after',
  token_state: 'token.state',
  tries_left: 'member.triesLeft',
  type: 'member.type',
  url: 'member.url',
  validity_months: 'member.validity',
  version: 'member.version',
  where: 'rules.condition',
  'window.calendar': 'customLimit.window',
  'window.sliding': 'customLimit.window',
};

const PART_WORDS: Readonly<Record<string, WordKey>> = {
  defaults: 'program.defaultOf',
  ceilings: 'program.ceilingOf',
  limits: 'member.limit',
};

/**
 * The name of a changed member in the language of the page, such as `ceilings.dailyLimit` or `limits[0].max`. A member
 * without a word keeps its name.
 */
export function MemberName({ name, className }: { name: string; className?: string | undefined }) {
  const { t } = useWords();
  const [, part = '', at, inPart] = /^(defaults|ceilings|limits)(?:\[(\d+)\])?\.(.+)$/.exec(name) ?? [];
  const member = inPart ?? name;
  const word = fieldWord(member as SettingsField) ?? MEMBER_WORDS[member] ?? fieldNameWord(member);
  const before = PART_WORDS[part];
  if (word === undefined) {
    return (
      <bdi dir="ltr" className={className}>
        {name}
      </bdi>
    );
  }
  return (
    <span className={className}>
      {before !== undefined && `${t(before, { number: Number(at ?? 0) + 1 })} `}
      {t(word)}
    </span>
  );
}
