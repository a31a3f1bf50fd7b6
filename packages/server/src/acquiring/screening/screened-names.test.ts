import { beforeAll, describe, expect, it } from 'vitest';
import { merchantBody, newId, onboard, requestOf } from '../../testing/merchants/merchants.ts';
import { loadDenyListOf, readApplicationOf, submitAndScreen, uniqueMerchant } from '../../testing/merchants/reviews.ts';
import { fileServer, testServer } from '../../testing/test-server.ts';

const server = fileServer();
beforeAll(async () => {
  await loadDenyListOf(
    server,
    'name,reason\n"Black Harbour Trading, L.L.C.",Fraud in 2024\nWirecard,Insolvent\nYusuf Al Rashid,Sanctions\n',
  );
});

interface MaskedName {
  readonly check: string;
  readonly path: string;
  readonly score: number;
  readonly matched: string;
  readonly message: string;
}

const hitsOf = async (merchant: Record<string, unknown>): Promise<MaskedName[]> => {
  const { applicationId } = await submitAndScreen(server, [merchant]);
  return (await readApplicationOf(server, applicationId)).json.merchants[0].screening.hits;
};
const short = (hits: readonly MaskedName[]) => hits.map(({ path, score, matched }) => `${path} ${score} ${matched}`);

describe('the deny list', () => {
  it.each([
    ['with its words in another order', 'Trading Black Harbour', 1],
    ['in capitals, with accents and another legal form', 'BLÀCK HÂRBOUR TRÄDING GmbH', 1],
    ['in Cyrillic and Greek letters that look Latin', 'ВlаcκНаrbоur Тrаding', 0.99],
    ['in letters of a Latin alphabet that look alike', 'Bʟack Ɦarbour Tradinɡ', 0.99],
    ['with digits in place of letters', 'B1ack Harb0ur Trad1ng', 0.99],
    ['with a letter more, less or changed', 'Blak Harbor Tradding', 0.85],
    ['in one word', 'BlackHarbour Trading', 0.99],
    ['within a longer name', 'New Black Harbour Trading of Dubai', 0.9],
  ])('finds a name %s', async (_, merchantName, score) => {
    expect(short(await hitsOf(uniqueMerchant({ merchantName })))).toEqual([
      `merchantName ${score} Black Harbour Trading, L.L.C.`,
    ]);
  });

  it.each([
    'Blue Harbour Trading',
    'Black Harbour Shipping',
    'Harbour Trading',
    'Wire Cables and Cards',
    'Trading LLC',
  ])('does not match %s, which is another name', async (merchantName) => {
    expect(await hitsOf(uniqueMerchant({ merchantName }))).toEqual([]);
  });

  it('is compared with every name of a merchant: schemes, addresses and users of services, each at its path', async () => {
    const merchant = uniqueMerchant({ merchantName: 'Wirecard' });
    const configurations = {
      ...(merchantBody('X').configurations as object),
      overrideDefaultSchemesMcc: true,
      acceptedCardSchemes: [
        { cardScheme: 'AAA', tariffRate: '1.10', schemeOverrideValue: { dbaName: 'Other', mcc: '5411' } },
        {
          cardScheme: 'BBB',
          tariffRate: '1.10',
          schemeOverrideValue: { dbaName: 'Harbour Trading Black', mcc: '5411' },
        },
      ],
    };
    const [address] = merchant.addresses as object[];
    const addresses = [address, { ...address, addressType: 'PAYM_ADDR', name: 'Al Rashid', lastName: 'Yusuf' }];
    const user = { firstName: 'Yousuf', lastName: 'Al-Rashid', email: 'a@b.example' };
    const services = [{ serviceType: 'NGO', organizationName: 'Wirecard LLC', user }];
    expect(short(await hitsOf({ ...merchant, configurations, addresses, services }))).toEqual([
      'merchantName 1 Wirecard',
      'configurations.acceptedCardSchemes[1].schemeOverrideValue.dbaName 1 Black Harbour Trading, L.L.C.',
      'addresses[1].name 1 Yusuf Al Rashid',
      'services[0].organizationName 1 Wirecard',
      'services[0].user.firstName 0.93 Yusuf Al Rashid',
    ]);
  });

  it('is compared with the names of the chain that a merchant belongs to', async () => {
    const chainId = newId('CH');
    const merchant = uniqueMerchant();
    const chain = {
      chainId,
      chainName: 'Black Harbour',
      groupCode: 'G1',
      chainLevelReportRequired: false,
      groupLevelReportingRequired: false,
      organizationName: 'Wirecard Ltd',
    };
    const answer = await onboard(server, {
      ...requestOf([]),
      payload: { applications: [{ merchants: [merchant], chain }] },
    });
    expect(answer.status, answer.text).toBe(202);
    await server.server.screeningIdle();
    const { applications } = answer.json as unknown as { applications: { applicationId: string }[] };
    const { json } = await readApplicationOf(server, applications[0]!.applicationId);
    expect(short(json.merchants[0].screening.hits)).toEqual(['chain.organizationName 1 Wirecard']);
  });

  it('gives both names and the reason if the names differ', async () => {
    const [hit] = await hitsOf(uniqueMerchant({ legalName: 'Black Harbor Trading FZE' }));
    expect(hit).toMatchObject({
      check: 'DENY_LIST',
      path: 'legalName',
      score: 0.94,
      matched: 'Black Harbour Trading, L.L.C.',
      message: '"Black Harbor Trading FZE" is like "Black Harbour Trading, L.L.C." of the deny list: Fraud in 2024',
    });
  });

  it('matches from a score that the acquirer configures', async () => {
    const near = () => hitsOf(uniqueMerchant({ merchantName: 'Black Harbor Trading' }));
    const set = (threshold: string | null) =>
      server.db.sql(
        `update acquirers set configuration = configuration || jsonb_build_object('denyListThreshold', $1::numeric)
          where acquirer_id = 'DEMO'`,
        [threshold],
      );
    await set('0.97');
    await server.server.periodicJobs.runDue();
    expect(await near()).toEqual([]);
    await set('0.85');
    await server.server.periodicJobs.runDue();
    expect(short(await near())).toEqual(['merchantName 0.94 Black Harbour Trading, L.L.C.']);
  });

  it('is read again after another list replaces it', async () => {
    const own = await testServer();
    try {
      const screened = async () => {
        const { applicationId } = await submitAndScreen(own, [uniqueMerchant({ merchantName: 'Green Anchor Foods' })]);
        return short((await readApplicationOf(own, applicationId)).json.merchants[0].screening.hits);
      };
      expect(await screened()).toEqual([]);
      await loadDenyListOf(own, 'name,reason\nGreen Anchor Foods,One\n');
      expect(await screened()).toEqual(['merchantName 1 Green Anchor Foods']);
      await loadDenyListOf(own, 'name,reason\nRed Anchor,Two\n');
      expect(await screened()).toEqual([]);
    } finally {
      await own.close();
    }
  });
});
