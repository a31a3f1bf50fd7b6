export { NetworkConfiguration } from './peers/network-configuration.ts';
export type { NetworkPeer } from './peers/network-peer.ts';
export { createNetworkServer, type NetworkServer, type PeerAddress } from './peers/open-peers.ts';
export { type PeerMeter, SIGN_ON_EVENTS, type SignOnEvent } from './peers/peer-meter.ts';
export { findNetworkProblems, readNetwork } from './peers/read-network.ts';
export { ALL_BANKS, type LiveReport, readReports } from './reports/report-store.ts';
