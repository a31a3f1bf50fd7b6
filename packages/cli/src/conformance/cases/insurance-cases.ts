import { isJsonObject } from '@cardwright/contract';
import { type ConformanceCase, SkippedCase } from '../conformance-case.ts';
import { textIn } from '../exchange.ts';
import { freshId } from '../made-values.ts';
import type { KnownCard } from '../target.ts';
import type { World } from '../world.ts';
import { makeCase } from './case-maker.ts';

export function insuranceCases(world: World): ConformanceCase[] {
  const about = { group: 'enforcement', about: 'insurance.list', changes: false } as const;
  return [
    makeCase({
      ...about,
      id: 'insurance.list-programs/list',
      title: 'Lists each program once, in the order of the codes',
      operation: 'insurance.list-programs',
      run: async (trial) => {
        const card = insuredCard(world);
        const { body, isRefused } = await requestPrograms(world, card, '');
        trial.check('insurance.list', !isRefused, 'the list for an existing card was refused');
        const codes = codesIn(body.insurance_products);
        trial.check(
          'insurance.list',
          codes.every((code) => /^(0[1-9]|1[0-2])$/.test(code)),
          'the code of a program is not between 01 and 12',
        );
        trial.check('insurance.list', new Set(codes).size === codes.length, 'a program occurs more than once');
        trial.check(
          'insurance.list',
          codes.join() === [...codes].sort().join(),
          'the programs are not in the order of their codes',
        );
        trial.check(
          'insurance.list',
          textIn(body, 'card_identifier_id') === card.exid,
          'the response does not repeat the identifier of the request',
        );
        trial.check('insurance.list', textIn(body, 'card_identifier_type') === 'EXID', 'the default type is not EXID');
      },
    }),
    makeCase({
      ...about,
      id: 'insurance.read-program/one',
      title: 'Returns only the requested program',
      operation: 'insurance.read-program',
      run: async (trial) => {
        const card = insuredCard(world);
        const { body } = await requestPrograms(world, card, '');
        const [code] = codesIn(body.insurance_products);
        if (code === undefined) throw new SkippedCase('the card has no program');
        const one = await requestPrograms(world, card, `/${code}`);
        trial.check(
          'insurance.list',
          codesIn(one.body.insurance_products).join() === code,
          'the response contains another program, or more than one',
        );
      },
    }),
  ];
}

function insuredCard({ target: { card } }: World): KnownCard {
  if (card === undefined) throw new SkippedCase('no card with insurance programs was supplied');
  return card;
}

function requestPrograms(world: World, { exid }: KnownCard, rest: string) {
  const headers = {
    'Unique-Reference-Code': freshId(12),
    'Channel-Id': 'CONFORM',
    'Financial-Id': world.target.bank.bankId,
  };
  const id = rest === '' ? 'insurance.list-programs' : 'insurance.read-program';
  return world.rest(id, `/cards/${exid}/insurances${rest}`, undefined, { headers });
}

function codesIn(products: unknown): string[] {
  return Array.isArray(products) ? products.filter(isJsonObject).map((one) => textIn(one, 'code') ?? '') : [];
}
