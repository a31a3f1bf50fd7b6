import { expect, it } from 'vitest';
import { describeMessageType, responseType } from './message-type.ts';

it.each([
  ['0100', 'authorization request (ISO 8583:1987)', '0110'],
  ['0101', 'authorization request, repeat (ISO 8583:1987)', '0110'],
  ['0121', 'authorization advice, repeat (ISO 8583:1987)', '0130'],
  ['0210', 'financial response (ISO 8583:1987)', undefined],
  ['0421', 'reversal advice, repeat (ISO 8583:1987)', '0430'],
  ['0423', 'reversal advice, from the issuer, repeat (ISO 8583:1987)', '0432'],
  ['0800', 'network management request (ISO 8583:1987)', '0810'],
  ['1804', 'network management request, from another party (ISO 8583:1993)', '1814'],
  ['1440', 'reversal notification (ISO 8583:1993)', '1450'],
  ['9987', 'class 9 function 8, origin 7 (version 9)', undefined],
])('%s is a %s, and its answer is %s', (mti, description, answer) => {
  expect(describeMessageType(mti)).toBe(description);
  expect(responseType(mti)).toBe(answer);
});
