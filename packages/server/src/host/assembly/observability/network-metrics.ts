import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import { type PeerMeter, SIGN_ON_EVENTS } from '../../../issuing/iso8583/index.ts';

/** Creates the metrics of the networks that send ISO 8583 messages. */
export function createNetworkMetrics(registry: Registry): PeerMeter {
  const registers = [registry];
  const messages = new Counter({
    name: 'cardwright_network_messages_total',
    help: 'ISO 8583 messages of a network, by message type and outcome',
    labelNames: ['network', 'mti', 'outcome'],
    registers,
  });
  const connections = new Gauge({
    name: 'cardwright_network_connections',
    help: 'Open ISO 8583 connections of a network',
    labelNames: ['network'],
    registers,
  });
  const inFlight = new Gauge({
    name: 'cardwright_network_messages_in_flight',
    help: 'ISO 8583 messages of a network that have no response yet',
    labelNames: ['network'],
    registers,
  });
  const echo = new Histogram({
    name: 'cardwright_network_echo_seconds',
    help: 'Time until a network responded to an echo of this server',
    labelNames: ['network'],
    buckets: [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5],
    registers,
  });
  const signOns = new Counter({
    name: 'cardwright_network_sign_ons_total',
    help: 'Sign-ons and sign-offs of a network, and its responses to the sign-on of this server',
    labelNames: ['network', 'event'],
    registers,
  });
  return {
    // a rate needs a value before the first event
    addPeer: (network) => {
      connections.inc({ network }, 0);
      for (const event of SIGN_ON_EVENTS) signOns.inc({ network, event }, 0);
    },
    countSignOn: (network, event) => signOns.inc({ network, event }),
    countMessage: (network, mti, outcome) => messages.inc({ network, mti, outcome }),
    changeConnections: (network, by) => connections.inc({ network }, by),
    changeInFlight: (network, by) => inFlight.inc({ network }, by),
    observeEcho: (network, seconds) => echo.observe({ network }, seconds),
  };
}
