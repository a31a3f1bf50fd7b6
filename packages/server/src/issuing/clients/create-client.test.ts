import { DEFAULT_LANGUAGE } from '@cardwright/contract';
import { describe, expect, it } from 'vitest';
import { clientBody } from '../../testing/cards/issued-cards.ts';
import { fileServer } from '../../testing/test-server.ts';

/** Every field of docs/interface/clients.md#create, with several entries in each list. */
const WHOLE_CLIENT = {
  customer_id: 'CIF-WHOLE',
  bank_code: '001',
  external_client_number: 'EXT-0000000000000001',
  card_name: 'LAYLA O. AL-HADDAD',
  card_type: 'CREDIT',
  personal_details: {
    gender: 'Female',
    title: 'Ms',
    first_name: 'Layla',
    last_name: 'Al-Haddad',
    middle_name: 'Omar',
    citizenship: 'ARE',
    marital_status: 'Married',
    date_of_birth: '1988-02-29',
    place_of_birth: 'Ras Al Khaimah',
    language: 'ARA',
    security_name: 'Aunt Mariam',
  },
  contact_details: {
    home_phone: '+97141234567',
    work_phone: '+97142345678',
    mobile_phone: '+971501234567',
    email: 'layla.al-haddad@example.com',
  },
  addresses: [
    {
      address_type: 'PERMANENT',
      address_line_1: '1 Creek Road',
      address_line_2: 'Building 2',
      address_line_3: 'Floor 3',
      address_line_4: 'Flat 4',
      email: 'home@example.com',
      phone: '+97141111111',
      city: 'Dubai',
      country: 'ARE',
      zip: '00000',
      state: 'DU',
    },
    { address_type: 'PRESENT', address_line_1: '5 Corniche', city: 'Abu Dhabi', country: 'ARE' },
    { address_type: 'WORK', address_line_1: '7 Sheikh Zayed Road', city: 'Dubai', country: 'ARE', zip: '12345' },
  ],
  identity_proof_document: { number: '784-1988-1234567-1', type: 'EMIRATES_ID', expiry_date: '2030-12-31' },
  supplementary_documents: [
    { number: 'P1234567', type: 'PASSPORT', expiry_date: '2031-01-15' },
    { number: 'V7654321', type: 'VISA' },
  ],
  employment_details: { employer_name: 'Falcon Trading LLC', income: '25000.00', occupation: 'Engineer' },
  custom_fields: [
    { key: 'CL-SEGMENT', value: 'GOLD' },
    { key: 'CL-NOTE', value: ' kept with its blanks ' },
  ],
};

const ARABIC = 'عبد الرحمن بن محمّد آل نهيان';
/** An emoji sequence, a letter of two code points, a letter outside the basic plane, and direction marks. */
const DIFFICULT = '👨‍👩‍👧‍👦 Jose\u0301 𐍈 \u200Fأ\u200E ﷽ İı ß "\\/<&>\'';

describe('creating a client', () => {
  const server = fileServer();

  const create = (body: unknown, more = {}) => server.envelope('clients.create-client', body, more);
  const read = (id: string) => server.request({ method: 'GET', url: `/V2/clients/${id}`, as: 'demo-bank' });
  const inEnglish = (body: Record<string, unknown>) => ({
    ...body,
    personal_details: { ...(body.personal_details as object), language: 'ENG' },
  });

  async function stored(customerId: string, bankId = 'DEMO') {
    const rows = await server.db.sql<{ record: unknown; mailing_address: string; card_type: string }>(
      'select record, mailing_address, card_type from clients where bank_id = $1 and customer_id = $2',
      [bankId, customerId],
    );
    return rows[0];
  }

  it('stores every field of the table, and returns all of them', async () => {
    const { http, header, exception, body } = await create(WHOLE_CLIENT);
    expect(http.status).toBe(200);
    expect(exception).toEqual({
      application_name: 'CARDWRIGHT',
      date_time: '20/11/2026 12:00:00',
      status: 'S',
      error_code: '000',
      error_description: 'Success',
      transaction_ref_id: 'TRACK-1',
    });
    expect(header.msg_function).toBe('REP_GENERIC_CUSTOMER_DETAILS');
    expect(body).toEqual(WHOLE_CLIENT);
    expect(await stored('CIF-WHOLE')).toEqual({
      record: WHOLE_CLIENT,
      mailing_address: 'PERMANENT',
      card_type: 'CREDIT',
    });
    expect(http.headers['contract-warnings']).toBeUndefined();
  });

  it('stores a record with only mandatory fields as it was sent, and adds the default language', async () => {
    const least = clientBody('CIF-LEAST');
    const withDefault = inEnglish(least);
    expect((await create(least)).body).toEqual(withDefault);
    expect((await stored('CIF-LEAST'))?.record).toEqual(withDefault);
  });

  it.each([
    ['absent', undefined],
    ['empty', ''],
  ])('uses ENG for an %s language in the answer, in the record and in a read', async (what, language) => {
    const id = `CIF-LANGUAGE-${what}`;
    const { personal_details: person } = clientBody(id) as { personal_details: object };
    const answer = await create(clientBody(id, { personal_details: { ...person, language } }));
    expect(answer.body.personal_details.language).toBe(DEFAULT_LANGUAGE);
    expect((await stored(id))?.record).toMatchObject({ personal_details: { language: DEFAULT_LANGUAGE } });
    expect((await read(id)).json).toMatchObject({ personal_details: { language: 'ENG' } });
  });

  it('reads ENG for a record without a language that an earlier version stored', async () => {
    await create(clientBody('CIF-EARLIER'));
    await server.db.sql(
      `update clients set record = record #- '{personal_details,language}' where customer_id = 'CIF-EARLIER'`,
    );
    expect((await read('CIF-EARLIER')).json).toMatchObject({ personal_details: { language: 'ENG' } });
  });

  it.each([
    ['V1', '1.0 BETA'],
    ['V2', '2.0'],
  ])('is served under /%s, and the answer has that version: %s', async (version, headerText) => {
    const body = clientBody(`CIF-${version}`);
    const answer = await create(body, { path: `/${version}/cardservices/ClientCreate` });
    expect(answer.exception.error_code).toBe('000');
    expect(answer.body).toEqual(inEnglish(body));
    expect(answer.http.headers['interface-version']).toBe(headerText);
  });

  it('stores Arabic, emoji, combining and astral characters without changing a code point', async () => {
    const details = { first_name: ARABIC, last_name: DIFFICULT, date_of_birth: '1990-01-31', place_of_birth: 'دبي' };
    const body = clientBody('CIF-UNICODE', { card_name: ARABIC, personal_details: details });
    const answer = await create(body);
    expect(answer.body).toEqual(inEnglish(body));
    expect([...answer.body.personal_details.last_name]).toEqual([...DIFFICULT]);
    expect((await stored('CIF-UNICODE'))?.record).toEqual(inEnglish(body));
  });

  it('counts code points: a first name may have 255 emoji, and not 256', async () => {
    const named = (first_name: string) => ({ first_name, last_name: 'X', date_of_birth: '1990-01-31' });
    const fits = await create(clientBody('CIF-255', { personal_details: named('😀'.repeat(255)) }));
    expect(fits.exception.error_code).toBe('000');
    expect(fits.body.personal_details.first_name).toBe('😀'.repeat(255));
    const tooLong = await create(clientBody('CIF-256', { personal_details: named('😀'.repeat(256)) }));
    expect(tooLong.body.errors).toEqual([
      { path: 'body.personal_details.first_name', code: '104', message: 'must be at most 255 characters' },
    ]);
    expect(await stored('CIF-256')).toBeUndefined();
  });

  it('stores published deviations in the form of the table, and unknown fields without returning them', async () => {
    const answer = await create(
      clientBody('CIF-TOLERANT', {
        personal_details: { title: 'Shaikha', first_name: 'A', last_name: 'B', date_of_birth: '1990-01-31' },
        addresses: [{ address_type: 'PERMANENT/RESIDENT', address_line_1: '1', city: 'Dubai', country: 'ARE' }],
        identity_proof_document: [{ number: '1', type: 'ID' }],
        supplementary_documents: [{}],
        employment_details: [{ occupation: 'Pilot' }],
        loyalty: { tier: 3, points: 12345678901234567890n.toString() },
      }),
    );
    expect(answer.body).toEqual(
      inEnglish(
        clientBody('CIF-TOLERANT', {
          personal_details: { title: 'Shaikha', first_name: 'A', last_name: 'B', date_of_birth: '1990-01-31' },
          addresses: [{ address_type: 'PERMANENT', address_line_1: '1', city: 'Dubai', country: 'ARE' }],
          identity_proof_document: { number: '1', type: 'ID' },
          supplementary_documents: [],
          employment_details: { occupation: 'Pilot' },
        }),
      ),
    );
    expect((await stored('CIF-TOLERANT'))?.record).toMatchObject({
      loyalty: { tier: 3, points: '12345678901234567890' },
    });
    // title, address type, two arrays with one entry, the empty entry, the unknown field
    expect(answer.http.headers['contract-warnings']).toBe('6');
  });

  it('refuses with 401 a customer that the bank already has, whatever else the request contains', async () => {
    expect((await create(clientBody('CIF-TWICE'))).exception.error_code).toBe('000');
    const again = await create(clientBody('CIF-TWICE', { card_name: 'SOMEBODY ELSE' }));
    expect(again.http.status).toBe(409);
    expect(again.exception).toMatchObject({
      status: 'F',
      error_code: '401',
      error_description: 'Client already exists',
    });
    expect(again.body.errors).toEqual([{ path: '', code: '401', message: 'Client already exists' }]);
    expect((await stored('CIF-TWICE'))?.record).toMatchObject({ card_name: 'TEST HOLDER' });
  });

  it('accepts the same customer id from two banks', async () => {
    expect((await create(clientBody('CIF-SHARED'))).exception.error_code).toBe('000');
    const other = await create(clientBody('CIF-SHARED', { bank_code: '002' }), { as: 'other-bank' });
    expect(other.exception.error_code).toBe('000');
    expect(await stored('CIF-SHARED', 'OTHR')).toBeDefined();
  });

  it('creates one client for twenty concurrent requests, and returns 401 to nineteen of them', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => create(clientBody('CIF-RACE'))));
    const codes = answers.map((answer) => answer.exception.error_code).sort();
    expect(codes).toEqual(['000', ...Array(19).fill('401')]);
    const counted = await server.db.sql(
      `select (select count(*)::int from clients where customer_id = 'CIF-RACE') as clients,
              (select count(*)::int from audit_log where subject = 'client:CIF-RACE' and outcome = 'created') as audited`,
    );
    expect(counted).toEqual([{ clients: 1, audited: 1 }]);
  });

  it("refuses another bank's code", async () => {
    const answer = await create(clientBody('CIF-CODE', { bank_code: '002' }));
    expect(answer.body.errors).toEqual([
      { path: 'body.bank_code', code: '106', message: "must be the bank's own code" },
    ]);
    expect(await stored('CIF-CODE')).toBeUndefined();
  });

  describe('the mailing address indicator', () => {
    const PRESENT = { address_type: 'PRESENT', address_line_1: '5 Corniche', city: 'Abu Dhabi', country: 'ARE' };
    const clientWith = (value: string) => ({ custom_fields: [{ key: 'CL-MAIL-ADDR-IND', value }] });

    it.each(['PERMANENT', 'WORK'])('selects the %s address', async (value) => {
      const answer = await create(clientBody(`CIF-MAIL-${value}`, clientWith(value)));
      expect(answer.exception.error_code).toBe('000');
      expect((await stored(`CIF-MAIL-${value}`))?.mailing_address).toBe(value);
      expect(answer.http.headers['contract-warnings']).toBeUndefined();
    });

    it('selects a PRESENT address without a warning if there is one', async () => {
      const answer = await create(clientBody('CIF-MAIL-PRESENT', { ...clientWith('PRESENT'), addresses: [PRESENT] }));
      expect((await stored('CIF-MAIL-PRESENT'))?.mailing_address).toBe('PRESENT');
      expect(answer.http.headers['contract-warnings']).toBeUndefined();
    });

    it('creates the client with a warning if there is no PRESENT address', async () => {
      const addresses = [{ ...PRESENT, address_type: 'WORK' }];
      const answer = await create(clientBody('CIF-MAIL-NONE', { ...clientWith('PRESENT'), addresses }));
      expect(answer.exception.error_code).toBe('000');
      expect(answer.http.headers['contract-warnings']).toBe('1');
      expect((await stored('CIF-MAIL-NONE'))?.mailing_address).toBe('PRESENT');
      const response = await server.request({ method: 'GET', url: '/V2/contract-warnings', as: 'demo-bank' });
      expect(response.json.warnings).toContainEqual({
        caller: 'demo-bank',
        operation: 'clients.create-client',
        path: 'body.addresses',
        rule: 'present-address-missing',
        count: 1,
        first_at: '2026-11-20T08:00:00.000Z',
        last_at: '2026-11-20T08:00:00.000Z',
      });
    });

    it.each(['HOME', 'present', 'PRESENT '])('refuses the value %j', async (value) => {
      const answer = await create(clientBody('CIF-MAIL-BAD', clientWith(value)));
      expect(answer.body.errors).toEqual([
        {
          path: 'body.custom_fields',
          code: '106',
          message: 'CL-MAIL-ADDR-IND must be PERMANENT, PRESENT or WORK',
        },
      ]);
      expect(await stored('CIF-MAIL-BAD')).toBeUndefined();
    });
  });

  describe('a bank with fraud monitoring', () => {
    const at = (address_type: string, more = {}) => ({
      address_type,
      address_line_1: '1',
      city: 'Dubai',
      country: 'ARE',
      ...more,
    });
    const watched = (customerId: string, more = {}) => clientBody(customerId, { bank_code: '003', ...more });

    it('requires security_name and the zip of each address, and reports them with all other findings', async () => {
      const answer = await create(
        watched('CIF-WATCHED', {
          card_name: undefined,
          personal_details: { first_name: 'A', last_name: 'B', date_of_birth: '31/01/1990', security_name: '' },
          addresses: [at('PERMANENT'), at('WORK', { zip: '12345' }), at('PRESENT', { zip: '' })],
        }),
        { as: 'watching-bank' },
      );
      expect(answer.http.status).toBe(400);
      expect(answer.exception.error_description).toBe('body.card_name is mandatory');
      expect(answer.body.errors).toEqual([
        { path: 'body.card_name', code: '103', message: 'is mandatory' },
        { path: 'body.personal_details.date_of_birth', code: '105', message: 'must be a date YYYY-MM-DD' },
        { path: 'body.personal_details.security_name', code: '103', message: 'is mandatory for this bank' },
        { path: 'body.addresses[0].zip', code: '103', message: 'is mandatory for this bank' },
        { path: 'body.addresses[2].zip', code: '103', message: 'is mandatory for this bank' },
      ]);
      expect(await stored('CIF-WATCHED', 'FRAU')).toBeUndefined();
    });

    it('accepts a client with both, and one without addresses', async () => {
      const personal_details = { first_name: 'A', last_name: 'B', date_of_birth: '1990-01-31', security_name: 'Aunt' };
      const addresses = [at('PERMANENT', { zip: '00000' })];
      for (const more of [{ addresses }, {}]) {
        const id = `CIF-WATCHED-${Object.keys(more).length}`;
        const answer = await create(watched(id, { personal_details, ...more }), { as: 'watching-bank' });
        expect(answer.http.text).toContain('"error_code":"000"');
      }
    });

    it('is the only bank that requires them', async () => {
      const answer = await create(clientBody('CIF-UNWATCHED', { addresses: [at('PERMANENT')] }));
      expect(answer.exception.error_code).toBe('000');
    });
  });
});
