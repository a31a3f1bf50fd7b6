/** The contents of the sandbox from `GET /sandbox/fixtures`, reduced to the values that examples use. */
export interface Fixtures {
  readonly clients: readonly { readonly customer_id: string }[];
  readonly accounts: readonly { readonly account_number: string }[];
  readonly cards: readonly { readonly card_number: string; readonly exid: string; readonly expiry: string }[];
}

export interface SentRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

/** The values that replace the names of the published examples, which do not exist in the sandbox. */
export interface SandboxContext {
  readonly operationId: string;
  readonly fixtures: Fixtures;
  readonly now: Date;
  /** Returns `count` random digits. */
  readonly digits: (count: number) => string;
}

/**
 * Prepares an example to be sent now. Its message id and its references are new, because the gateway detects repeated
 * messages. Its customers, cards and tokens come from the sandbox.
 */
export function refreshRequest({ method, path, headers, body }: SentRequest, around: SandboxContext): SentRequest {
  const { digits } = around;
  const { 'If-Match': _ofAnotherVersion, authorization: _ofAnother, ...others } = headers;
  const fresh = Object.fromEntries(
    Object.entries(others).map(([name, value]) => {
      if (/^idempotency-key$/i.test(name)) return [name, `docs-${digits(12)}`];
      return [name, /^unique-reference-code$/i.test(name) ? digits(12) : withSandboxNames(value, around)];
    }),
  );
  return {
    method,
    path: withSandboxNames(path, around),
    headers: fresh,
    body: body === undefined ? undefined : freshBody(body, around),
  };
}

function freshBody(body: string, around: SandboxContext): string {
  const { operationId, digits, now } = around;
  const at = timesOf(now);
  const isFlat = /"Message_Version"/.test(body);
  let text = withSandboxNames(body, around);
  text = withMember(text, 'msg_id', () => `DOC${digits(9)}`);
  text = withMember(text, 'tracking_id', () => `DOC${digits(9)}`);
  // Notifications use another time format.
  text = withMember(text, 'timestamp', (old) => (old.includes('/') ? at.header : now.toISOString()));
  if (isFlat) text = freshMessage(text, around);
  if (operationId === 'clients.create-client') text = withMember(text, 'customer_id', () => `DOCS-${digits(8)}`);
  if (operationId === 'cards.create-card') text = withMember(text, 'card_number', () => cardNumber(digits(9)));
  if (operationId === 'receiver.receive-token-notification') {
    text = withMember(text, 'id', (old) => (old.length === 36 ? `${old.slice(0, 24)}${digits(12)}` : old));
  }
  if (operationId === 'webhooks.register-endpoint') text = withMember(text, 'url', (old) => `${old}/${digits(6)}`);
  if (operationId === 'merchants.onboard-merchants') text = freshMerchant(text, digits);
  return text;
}

/** Refreshes a card network message: its references and times are current, and its card comes from the sandbox. */
function freshMessage(text: string, { digits, now, fixtures }: SandboxContext): string {
  const at = timesOf(now);
  const card = fixtures.cards[0];
  const members: Readonly<Record<string, () => string>> = {
    Retrieval_Reference_Number: () => digits(12),
    System_Trace_Audit_Number: () => digits(6),
    Transmission_Date_Time: () => at.transmission,
    Local_Date_Time: () => at.local,
    Capture_Date: () => at.day,
    Currency_Conversion_Date: () => at.day,
    ...(card !== undefined && { Card_Expiry_Date: () => card.expiry }),
    ...(fixtures.accounts[0] !== undefined && {
      From_Account_No: () => fixtures.accounts[0]?.account_number ?? '',
    }),
  };
  return Object.entries(members).reduce((filled, [name, value]) => withMember(filled, name, value), text);
}

function freshMerchant(text: string, digits: (count: number) => string): string {
  const generated = ['requestId', 'merchantId', 'trn', 'debitAccountNumOrIban', 'creditAccountNumOrIban'];
  const number = digits(10);
  return generated.reduce((filled, name) => withMember(filled, name, (old) => madeLike(old, number, digits)), text);
}

/** Returns a new value of the same format. An IBAN stays unchanged, because its check digits depend on its number. */
function madeLike(old: string, number: string, digits: (count: number) => string): string {
  if (/^[A-Z]{2}\d\d/.test(old)) return old;
  if (/^\d+$/.test(old)) return `${number}${digits(10)}`.slice(0, old.length);
  return `${old.slice(0, 8)}-${digits(6)}`;
}

/** Replaces the value of every member with this name. */
function withMember(text: string, name: string, newValue: (old: string) => string): string {
  return text.replace(
    new RegExp(`("${name}": ?")([^"]*)"`, 'g'),
    (_whole, before, old) => `${before}${newValue(old)}"`,
  );
}

function withSandboxNames(text: string, { fixtures, operationId }: SandboxContext): string {
  // The example that blocks a card uses a different card from the examples that pay.
  const card = fixtures.cards.at(operationId === 'cards.change-status' ? -1 : 0);
  const named =
    fixtures.clients[0] === undefined ? text : text.replace(/CIF-10\d{4}/g, fixtures.clients[0].customer_id);
  if (card === undefined) return named;
  return named
    .replace(/\b9000000000000000001\b/g, card.exid)
    .replace(/\b40000020000000\d\d\b/g, card.card_number)
    .replace(/\b400000XXXXXX00\d\d\b/g, `400000XXXXXX${card.card_number.slice(-4)}`)
    .replace(/\b400000\*{6}00\d\d\b/g, `400000******${card.card_number.slice(-4)}`);
}

function timesOf(now: Date) {
  const [date = '', time = ''] = now.toISOString().split(/[T.]/);
  const [year, month, day] = date.split('-');
  return {
    header: `${day}/${month}/${year} ${time}`,
    transmission: `${year}${month}${day}${time.replaceAll(':', '')}`,
    local: time,
    day: `${year}${month}${day}`,
  };
}

/** Appends the check digit to a number. */
function cardNumber(body: string): string {
  const digits = `400000${body}`;
  const sum = [...digits].reduceRight((total, digit, at) => {
    const isDoubled = (digits.length - 1 - at) % 2 === 0;
    const value = Number(digit) * (isDoubled ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
}
