import type { JsonObject } from '@cardwright/contract';
import { SetUpRefusal, SkippedCase } from './conformance-case.ts';
import type { Connection } from './connection.ts';
import type { Deliveries } from './deliveries.ts';
import { objectIn, textIn } from './exchange.ts';
import { dateIn, freshId, newCardNumber } from './made-values.ts';
import { chargeMessage } from './message.ts';
import type { AnswerRead } from './read-answer.ts';
import { buildEnvelope, envelopeOperation, headerOf, namedOperation } from './requests.ts';
import type { SampleFacts, SampleSubject } from './samples/envelope-samples.ts';
import type { ConformanceTarget, KnownCard } from './target.ts';

export interface FreshCardOptions {
  /** The amount that can be spent, such as 1000.00. */
  readonly available?: string;
}

interface OwnReceiver {
  readonly deliveries: Deliveries;
  readonly secret: string | undefined;
  readonly id: string;
}

/** The shared state of all cases: the implementation, the created data, and the means to send requests. */
export class World {
  readonly target: ConformanceTarget;
  readonly connection: Connection;
  readonly now: () => Date;
  /** Whether cases can create data. */
  readonly mayChange: boolean;
  readonly #deliveries: Deliveries | undefined;
  #subject: Promise<KnownCard> | undefined;
  #receiver: Promise<OwnReceiver> | undefined;

  constructor(parts: {
    target: ConformanceTarget;
    connection: Connection;
    now: () => Date;
    mayChange: boolean;
    deliveries?: Deliveries | undefined;
  }) {
    this.target = parts.target;
    this.connection = parts.connection;
    this.now = parts.now;
    this.mayChange = parts.mayChange;
    this.#deliveries = parts.deliveries;
  }

  get facts() {
    const { operatorPrefix, bank } = this.target;
    return { operatorPrefix, bank, now: this.now };
  }

  /** Sends an envelope with a new header. The caller can replace members of the header. */
  async envelope(id: string, body: JsonObject, header: JsonObject = {}): Promise<AnswerRead> {
    const operation = envelopeOperation(id);
    const request = { header: { ...headerOf(operation, this.facts), ...header }, body };
    return await this.connection.send(operation, buildEnvelope(operation, request, this.facts), 'bank');
  }

  /** Sends a request in plain JSON. */
  async rest(
    id: string,
    path: string,
    body?: JsonObject,
    more: { headers?: Record<string, string>; party?: 'bank' | 'network' | 'acquirer' } = {},
  ) {
    const operation = namedOperation(id);
    const method = operation.surface === 'rest' ? operation.method : 'POST';
    const type = body === undefined ? {} : { 'content-type': 'application/json' };
    const sentRequest = {
      method,
      path: `/V2${path}`,
      headers: { ...type, ...more.headers },
      ...(body && { body: JSON.stringify(body) }),
    };
    return await this.connection.send(operation, sentRequest, more.party ?? 'bank');
  }

  async authorize(message: JsonObject): Promise<AnswerRead> {
    const operation = namedOperation('authorization.authorize-ecommerce');
    const headers = { 'content-type': 'application/json' };
    const sentRequest = {
      method: 'POST',
      path: '/V2/authorizations/Ecommerce',
      headers,
      body: JSON.stringify(message),
    };
    return await this.connection.send(operation, sentRequest, 'network');
  }

  /** A message that charges the card 25.00. The caller can replace any field. */
  message(card: KnownCard, fields: JsonObject = {}): JsonObject {
    return chargeMessage(card, this.target.bank, this.now(), fields);
  }

  /** The card that invalid requests name. No decision depends on it. */
  subject(): Promise<KnownCard> {
    this.#subject ??=
      this.target.card === undefined || this.mayChange ? this.freshCard() : Promise.resolve(this.target.card);
    return this.#subject;
  }

  async samplesOf(): Promise<[SampleSubject, SampleFacts]> {
    const { bank } = this.target;
    const newNumber = newCardNumber(bank.bin);
    const later = dateIn(30, this.now());
    const { bankCode, currency, productCode, bin } = bank;
    const facts = {
      bankCode,
      currency,
      productCode,
      bin,
      newCustomerId: `C-${freshId(12)}`,
      newCardNumber: newNumber,
      later,
    };
    return [await this.subject(), facts];
  }

  /** Creates a new client, account and card. */
  async freshCard({ available = '1000.00' }: FreshCardOptions = {}): Promise<KnownCard> {
    if (!this.mayChange) throw new SkippedCase('the case needs its own card: run with --sandbox');
    const { bankCode, currency, productCode, bin } = this.target.bank;
    const customerId = `C-${freshId(12)}`;
    await this.#create('clients.create-client', {
      customer_id: customerId,
      bank_code: bankCode,
      card_name: 'CONFORMANCE',
      card_type: 'DEBIT',
      personal_details: { first_name: 'Con', last_name: 'Formance', date_of_birth: '1990-01-31' },
      contact_details: { mobile_phone: '+971501234567' },
    });
    const account = await this.#create('accounts.create-account', {
      customer_id: customerId,
      card_type: 'DEBIT',
      account: { customer_id: customerId, branch_code: bankCode, product_code: productCode, currency },
      custom_fields: [{ key: 'CN-CREDIT_LIMIT_AM', value: available }],
    });
    const accountNumber = textIn(account, 'account_number') ?? '';
    const cardNumber = newCardNumber(bin);
    const identifiers = { customer_id: customerId, account_number: accountNumber };
    const product = {
      bin_number: bin,
      product_code: productCode,
      card_role: 'P',
      currency,
      card_virtual_indicator: 'V',
    };
    const card = await this.#create('cards.create-card', {
      ...identifiers,
      card_type: 'DEBIT',
      card: {
        ...identifiers,
        ...product,
        card_number: cardNumber,
        card_expiry_date: '3012',
        cardholder_name: 'CONFORMANCE',
      },
    });
    return { customerId, accountNumber, cardNumber, expiry: '3012', exid: textIn(card, 'card_identifier_id') ?? '' };
  }

  /** The receiver that gets the bank's notifications from now on. */
  receiver(): Promise<OwnReceiver> {
    this.#receiver ??= this.#register();
    return this.#receiver;
  }

  async #register(): Promise<OwnReceiver> {
    if (!this.mayChange || this.#deliveries === undefined) {
      throw new SkippedCase('the case needs a receiver for notifications: run with --sandbox, and see --receiver-url');
    }
    const url = await this.#deliveries.start();
    const { isRefused, code, body } = await this.rest('webhooks.register-endpoint', '/webhook-endpoints', { url });
    if (isRefused) throw new SkippedCase(`failed to register an endpoint: ${code ?? 'no code'}`);
    const id = textIn(objectIn(body, 'endpoint'), 'endpoint_id') ?? '';
    return { deliveries: this.#deliveries, secret: textIn(body, 'secret'), id };
  }

  /** Reverts changes that would outlive the run. */
  async close(): Promise<void> {
    const receiver = await this.#receiver?.catch(() => undefined);
    if (receiver !== undefined) await this.rest('webhooks.delete-endpoint', `/webhook-endpoints/${receiver.id}`);
    await this.#deliveries?.stop();
  }

  async #create(id: string, body: JsonObject): Promise<JsonObject> {
    const answer = await this.envelope(id, body);
    if (answer.isRefused) throw new SetUpRefusal(id, answer.code ?? `HTTP ${answer.http.status}`);
    return answer.body;
  }
}
