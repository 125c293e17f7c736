import { expect, test } from "vitest";
import { isAddressAllowed, parseAllowedRanges } from "./address-rules.ts";

const publicAddresses = [
  "1.1.1.1",
  "8.8.8.8",
  "100.63.255.255",
  "100.128.0.0",
  "126.255.255.255",
  "128.0.0.0",
  "168.63.129.15",
  "172.15.255.255",
  "172.32.0.0",
  "198.17.255.255",
  "223.255.255.255",
  "2001:200::1",
  "2001:4860:4860::8888",
  "2606:4700::1111",
  "2a00:1450:4001:80b::200e",
];

test.each(publicAddresses)("the public address %s is allowed", (address) => {
  expect(isAddressAllowed(address, [])).toBe(true);
});

const specialAddresses = [
  ["this network", "0.0.0.0", "0.0.0.1", "0.255.255.255"],
  ["private", "10.0.0.0", "10.255.255.255", "172.16.0.0", "172.31.255.255", "192.168.0.0", "192.168.255.255"],
  ["carrier-grade NAT", "100.64.0.0", "100.127.255.255"],
  ["loopback", "127.0.0.0", "127.0.0.1", "127.255.255.255", "::1"],
  ["link-local", "169.254.0.0", "169.254.169.254", "169.254.255.255", "fe80::", "fe80::1%eth0", "fe80::1%eth-0"],
  ["protocol assignments", "192.0.0.0", "192.0.0.170", "192.0.0.192"],
  ["documentation", "192.0.2.1", "198.51.100.1", "203.0.113.1", "2001:db8::1", "3fff::1", "3fff:fff::1"],
  ["6to4 relay, AS112, AMT", "192.88.99.1", "192.175.48.1", "192.31.196.1", "192.52.193.1", "2001:3::1"],
  ["benchmarking", "198.18.0.0", "198.19.255.255", "2001:2::1"],
  ["multicast", "224.0.0.0", "239.255.255.255", "ff00::", "ff02::1", "ff0e::1"],
  ["reserved and broadcast", "240.0.0.0", "255.255.255.254", "255.255.255.255"],
  ["cloud platform", "168.63.129.16", "fd00:ec2::254", "fd20:ce::254", "100.100.100.200"],
  ["unspecified", "::", "0:0:0:0:0:0:0:0"],
  ["unique local", "fc00::", "fd12:3456:789a::1", "fdff:ffff::"],
  ["site-local", "fec0::1", "feff::1"],
  ["discard, dummy, segment routing, ORCHID", "100::1", "100:0:0:1::1", "5f00::1", "2001:10::1", "2001:20::1"],
  ["unallocated IPv6", "1::1", "200::1", "400::1", "4000::1", "8000::1", "e000::1", "f800::1", "fe00::1"],
  ["mapped", "::ffff:127.0.0.1", "::ffff:7f00:1", "::ffff:10.0.0.1", "::ffff:8.8.8.8", "0::ffff:808:808"],
  ["compatible", "::127.0.0.1", "::7f00:1", "::8.8.8.8", "::808:808", "::2"],
  ["translated", "::ffff:0:127.0.0.1", "::ffff:0:808:808"],
  ["NAT64", "64:ff9b::7f00:1", "64:ff9b::a9fe:a9fe", "64:ff9b::8.8.8.8", "64:ff9b:1::1", "64:ff9b:1:ffff::808:808"],
  ["6to4", "2002:7f00:1::", "2002:a00:1::1", "2002:808:808::1"],
  ["Teredo", "2001::1", "2001:0:4136:e378:8000:63bf:3fff:fdd2"],
  ["ISATAP", "2606:4700::5efe:a00:1", "2606:4700::200:5efe:a00:1", "2606:4700::5efe:808:808"],
];

test.each(specialAddresses)("addresses of the kind %s are rejected", (_kind, ...addresses) => {
  expect(addresses.filter((address) => isAddressAllowed(address, []))).toEqual([]);
});

const noAddresses = [
  "",
  "localhost",
  "2130706433",
  "0x7f.1",
  "8.8",
  "08.8.8.8",
  "8.8.8.8.",
  "[::1]",
  "8.8.8.8/32",
  "%",
];

test.each(noAddresses)("%o is not an address and is rejected even if everything is allowed", (text) => {
  expect(isAddressAllowed(text, parseAllowedRanges("0.0.0.0/0,::/0"))).toBe(false);
});

test.each([
  ["127.0.0.1/32", "127.0.0.1", true],
  ["127.0.0.1/32", "127.0.0.2", false],
  ["127.0.0.1/32", "::1", false],
  ["127.0.0.1/32", "::ffff:127.0.0.1", false],
  ["127.0.0.1/32", "::127.0.0.1", false],
  ["127.0.0.0/8", "127.9.9.9", true],
  ["127.0.0.0/8", "128.0.0.1", true],
  ["10.20.0.0/16", "10.20.255.255", true],
  ["10.20.0.0/16", "10.21.0.0", false],
  ["10.20.0.0/15", "10.21.0.0", true],
  ["10.20.0.0/15", "10.22.0.0", false],
  ["10.0.0.0/8, 192.168.0.0/16", "192.168.4.4", true],
  ["10.0.0.0/8, 192.168.0.0/16", "172.16.0.1", false],
  ["::1/128", "::1", true],
  ["::1/128", "::2", false],
  ["::1/128", "127.0.0.1", false],
  ["fd00:1::/32", "fd00:1:ffff::1", true],
  ["fd00:1::/32", "fd00:2::1", false],
  ["fe80::/10", "fe80::1%eth0", true],
  ["::/0", "fd00::1", true],
  ["::/0", "10.0.0.1", false],
  ["0.0.0.0/0", "10.0.0.1", true],
  ["0.0.0.0/0", "fd00::1", false],
  ["168.63.129.16/32", "168.63.129.16", true],
])("the allowed range %s for %s: %s", (ranges, address, isAllowed) => {
  expect(isAddressAllowed(address, parseAllowedRanges(ranges))).toBe(isAllowed);
});

test.each([
  ["64:ff9b::/96", "64:ff9b::8.8.8.8", true],
  ["64:ff9b::/96", "64:ff9b::10.0.0.1", false],
  ["64:ff9b::/96, 10.0.0.0/8", "64:ff9b::10.0.0.1", true],
  ["64:ff9b:1::/48", "64:ff9b:1::8.8.8.8", true],
  ["64:ff9b:1::/48", "64:ff9b:1::127.0.0.1", false],
  ["2002::/16", "2002:808:808::1", true],
  ["2002::/16", "2002:a00:1::1", false],
  ["2001::/32", "2001:0:4136:e378:8000:63bf:f7f7:f7f7", true],
  ["2001::/32", "2001:0:4136:e378:8000:63bf:f5ff:fffe", false],
  ["::/0", "::ffff:127.0.0.1", false],
  ["::/0", "::127.0.0.1", false],
  ["::/0", "2606:4700::5efe:a00:1", false],
])("an allowed range %s still checks the IPv4 address embedded in %s: %s", (ranges, address, isAllowed) => {
  expect(isAddressAllowed(address, parseAllowedRanges(ranges))).toBe(isAllowed);
});

test.each(["", " ", "\n"])("the blank list %o allows nothing", (text) => {
  expect(parseAllowedRanges(text)).toEqual([]);
});

test.each([
  ["10.0.0.0/8,banana", '"banana"'],
  ["10.0.0.0/8,,fd00::/8", '""'],
  ["10.0.0.0/8,", '""'],
  ["10.0.0.0", '"10.0.0.0"'],
  ["10/8", '"10/8"'],
  ["010.0.0.0/8", '"010.0.0.0/8"'],
  ["0x0a.0.0.0/8", '"0x0a.0.0.0/8"'],
  ["167772160/8", '"167772160/8"'],
  ["10.0.0.0/33", '"10.0.0.0/33"'],
  ["10.0.0.0/-1", '"10.0.0.0/-1"'],
  ["10.0.0.0/", '"10.0.0.0/"'],
  ["10.0.0.0/8/8", '"10.0.0.0/8/8"'],
  ["10.0.0.0/255.0.0.0", '"10.0.0.0/255.0.0.0"'],
  ["10.0.0.0/8 fd00::/8", '"10.0.0.0/8 fd00::/8"'],
  ["10.0.0.1/8", '"10.0.0.1/8"'],
  ["10.20.0.0/11", '"10.20.0.0/11"'],
  ["fd00::1/8", '"fd00::1/8"'],
  ["fd00::/129", '"fd00::/129"'],
  ["localhost/8", '"localhost/8"'],
])("the list %o is rejected with %s in the message", (text, part) => {
  expect(() => parseAllowedRanges(text)).toThrow(part);
});
