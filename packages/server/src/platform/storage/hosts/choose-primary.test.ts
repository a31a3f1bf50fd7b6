import { describe, expect, it } from 'vitest';
import { choosePrimary } from './choose-primary.ts';
import type { HostReport } from './probe-host.ts';

const STANDBY: HostReport = { kind: 'standby' };
const SILENT: HostReport = { kind: 'silent', because: 'connect ECONNREFUSED' };
const primary = (timeline: number, system = '77'): HostReport => ({ kind: 'primary', timeline, system });

describe('the primary', () => {
  it('is found at any place in the list', () => {
    expect(choosePrimary([STANDBY, primary(1)], undefined)).toMatchObject({ at: 1, timeline: 1, system: '77' });
    expect(choosePrimary([primary(4), SILENT], undefined)).toMatchObject({ at: 0, timeline: 4 });
  });

  it('is the host with the latest timeline if two hosts claim it, because the other one was frozen during a failover', () => {
    expect(choosePrimary([primary(1), primary(2)], { at: 0, timeline: 1, system: '77' })).toMatchObject({ at: 1 });
  });

  it('is never a host that a failover has replaced, even if no other host answers', () => {
    expect(choosePrimary([primary(1), SILENT], { at: 1, timeline: 2, system: '77' })).toBeUndefined();
  });

  it('is reported as missing if there are only standbys and hosts that do not answer', () => {
    expect(choosePrimary([STANDBY, SILENT], undefined)).toBeUndefined();
  });

  it('is never selected among hosts of different clusters', () => {
    const differ = 'the hosts of the database belong to different clusters: their system identifiers differ';
    expect(() => choosePrimary([primary(1), primary(1, '78')], undefined)).toThrow(differ);
    expect(() => choosePrimary([primary(9, '78'), SILENT], { at: 1, timeline: 2, system: '77' })).toThrow(differ);
  });
});
