import { ERRORS, type JsonObject } from '@cardwright/contract';
import type { ConformanceCase } from '../conformance-case.ts';
import type { World } from '../world.ts';
import { makeCase } from './case-maker.ts';

/** Checks what an update of the settings refuses, and which settings it does not change. */
export function settingsUpdateCases(world: World): ConformanceCase[] {
  return [staleChecksum(world), allOrNothing(world)];
}

function staleChecksum(world: World): ConformanceCase {
  return makeCase({
    id: 'card-settings.update-settings/errors/stale',
    title: 'Refuses an update with a stale checksum with 421',
    group: 'errors',
    operation: 'card-settings.update-settings',
    about: 'settings.checksum',
    run: async (trial) => {
      const { cardNumber } = await world.freshCard();
      const identifier = { accountNumber: cardNumber };
      const { body } = await world.envelope('card-settings.get-settings', identifier);
      const { cardFeatureChecksum = '' } = body;
      const update = { ...identifier, cardFeatureChecksum, cardSettings: { ecomStatus: 'OFF' } };
      const first = await world.envelope('card-settings.update-settings', update);
      trial.check('settings.checksum', !first.isRefused, 'an update with the current checksum was refused');
      const second = await world.envelope('card-settings.update-settings', {
        ...update,
        cardSettings: { ecomStatus: 'ON' },
      });
      trial.check(
        'settings.checksum',
        second.code === ERRORS.changed_meanwhile.code,
        'an update with a stale checksum was not refused with 421',
      );
      const later = await world.envelope('card-settings.get-settings', identifier);
      trial.check(
        'settings.checksum',
        later.body.cardFeatureChecksum !== cardFeatureChecksum,
        'the checksum did not change with the settings',
      );
      trial.check(
        'settings.features',
        typeof later.body.supportedFeatures === 'string',
        'the response has no supportedFeatures',
      );
    },
  });
}

function allOrNothing(world: World): ConformanceCase {
  return makeCase({
    id: 'card-settings.update-settings/errors/all-or-nothing',
    title: 'Changes nothing if one field is invalid, and keeps settings that are not sent',
    group: 'errors',
    operation: 'card-settings.update-settings',
    about: 'settings.only-sent',
    run: async (trial) => {
      const { cardNumber } = await world.freshCard();
      const identifier = { accountNumber: cardNumber };
      const set = (cardSettings: JsonObject) =>
        world.envelope('card-settings.update-settings', { ...identifier, cardSettings });
      await set({ motoStatus: 'OFF', dailyLimit: '100.00' });
      const bad = await set({ motoStatus: 'ON', dailyLimit: 'much' });
      trial.check('settings.only-sent', bad.isRefused, 'a limit that is not an amount was accepted');
      await set({ ecomStatus: 'OFF' });
      const { body } = await world.envelope('card-settings.get-settings', identifier);
      const { motoStatus, dailyLimit, ecomStatus } = (body.cardSettings ?? {}) as JsonObject;
      trial.check(
        'settings.only-sent',
        motoStatus === 'OFF' && Number(dailyLimit) === 100,
        'a refused or unrelated update changed a setting',
      );
      trial.check('settings.kept', ecomStatus === 'OFF', 'ecomStatus does not have the value that was set');
    },
  });
}
