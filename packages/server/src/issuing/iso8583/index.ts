export { NetworkConfiguration } from './peers/network-configuration.ts';
export type { NetworkPeer } from './peers/network-peer.ts';
export { createNetworkDoor, type NetworkDoor, type PeerAddress } from './peers/open-peers.ts';
export type { PeerMeter } from './peers/peer-meter.ts';
export type { SignOnEvent } from './peers/peer-sessions.ts';
export { findNetworkProblems, readNetwork } from './peers/read-network.ts';
