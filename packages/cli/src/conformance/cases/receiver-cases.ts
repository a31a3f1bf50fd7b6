import { type JsonObject, NOTIFICATION_TYPES, TOKEN_EVENT_INDICATORS, TOKEN_FIELDS } from '@cardwright/contract';
import type { ConformanceCase } from '../conformance-case.ts';
import { notificationSample } from '../samples/notification-sample.ts';
import type { World } from '../world.ts';
import { makeCase } from './case-maker.ts';

const OPERATION = 'receiver.receive-token-notification';
const about = { group: 'notifications', operation: OPERATION } as const;

/** Checks the receiver of a financial institution: which notifications it accepts and which it refuses. */
export function receiverCases(world: World): ConformanceCase[] {
  const ofTypes = NOTIFICATION_TYPES.flatMap((type) => [
    makeCase({
      ...about,
      id: `${OPERATION}/accepted/${type}`,
      title: `Accepts ${type} with every field`,
      about: 'notification.accepted',
      run: async (trial) => {
        const answer = await send(world, notificationSample(type, world.now()));
        trial.check('notification.accepted', answer.code === '00', `${type} with every field was not accepted`);
      },
    }),
    ...TOKEN_FIELDS[type].map((field) =>
      makeCase({
        ...about,
        id: `${OPERATION}/fields/${type}/${field}`,
        title: `Accepts ${type} without ${field}`,
        about: 'notification.type-fields',
        run: async (trial) => {
          const answer = await send(world, without(notificationSample(type, world.now()), field));
          trial.check('notification.type-fields', answer.code === '00', `${type} without ${field} was not accepted`);
        },
      }),
    ),
  ]);
  return [...ofTypes, otherIndicatorCase(world)];
}

function otherIndicatorCase(world: World): ConformanceCase {
  return makeCase({
    ...about,
    id: `${OPERATION}/fields/TE/other-indicator`,
    title: 'Refuses TE with the indicator of a suspension',
    about: 'notification.codes',
    run: async (trial) => {
      const message = notificationSample('TE', world.now());
      const { token, ...details } = message.details as { token: JsonObject };
      const suspended = { ...token, tokenEventIndicator: TOKEN_EVENT_INDICATORS.SUSPEND };
      const answer = await send(world, { ...message, details: { ...details, token: suspended } });
      trial.check(
        'notification.codes',
        answer.isRefused && answer.code === '30',
        'TE with indicator 6 was not refused with 30',
      );
    },
  });
}

function send(world: World, body: JsonObject) {
  return world.rest(OPERATION, '/webhook/TokenNotification', body);
}

function without(message: JsonObject, field: string): JsonObject {
  const { token, ...details } = message.details as { token: JsonObject };
  const { [field]: _, ...rest } = token;
  return { ...message, details: { ...details, token: rest } };
}
