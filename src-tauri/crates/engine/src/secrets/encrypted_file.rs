//! Format of the encrypted secret file. Works on bytes and touches no file.
//!
//! ```text
//! header   magic 16 · version 4 · memory 4 · passes 4 · lanes 4 · salt 16 · nonce 24     (numbers little-endian)
//! body     XChaCha20-Poly1305 over the entries, with the header as associated data; the tag 16
//! checksum SHA-256 over all before it
//! ```
//! The key is derived from the passphrase with Argon2id. The tag authenticates the file; the checksum proves nothing
//! against an attacker, but distinguishes accidental damage from a wrong passphrase. Every later version ends with it
//! too.

use std::collections::BTreeMap;

use argon2::{Algorithm, Argon2, Params, Version};
use chacha20poly1305::{AeadInOut, KeyInit, Tag, XChaCha20Poly1305, XNonce};
use sha2::{Digest, Sha256};
use zeroize::Zeroizing;

use super::{SecretId, SecretText};

pub type Secrets = BTreeMap<SecretId, SecretText>;
pub type Key = Zeroizing<[u8; 32]>;

const MAGIC: &[u8; 16] = b"hintsmith vault\n";
const VERSION: u32 = 1;
const HEADER: usize = 72;
const TAG: usize = 16;
const CHECKSUM: usize = 32;

/// Argon2id parameters: the cost of one guess at the passphrase.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cost {
    /// In KiB.
    pub memory: u32,
    pub passes: u32,
    pub lanes: u32,
}

impl Cost {
    /// Above the OWASP minimum for Argon2id (19 MiB, 2 passes); memory and passes of the second recommendation of RFC
    /// 9106.
    pub const STRONG: Self = Self { memory: 64 * 1024, passes: 3, lanes: 1 };
    /// Limit for the parameters in a header. A forged header could otherwise exhaust the memory.
    const MOST: Self = Self { memory: 256 * 1024, passes: 16, lanes: 16 };

    fn is_believable(self) -> bool {
        self.memory <= Self::MOST.memory && self.passes <= Self::MOST.passes && self.lanes <= Self::MOST.lanes
    }

    fn params(self) -> Option<Params> {
        Params::new(self.memory, self.passes, self.lanes, Some(32)).ok()
    }
}

/// The inputs of the key derivation besides the passphrase.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KeyParameters {
    pub cost: Cost,
    pub salt: [u8; 16],
}

impl KeyParameters {
    /// Derives the key. `None` if Argon2 rejects the cost.
    pub fn key(&self, passphrase: &SecretText) -> Option<Key> {
        let argon2 = Argon2::new(Algorithm::Argon2id, Version::V0x13, self.cost.params()?);
        let mut key = Key::default();
        argon2.hash_password_into(passphrase.expose().as_bytes(), &self.salt, &mut *key).ok()?;
        Some(key)
    }
}

#[derive(Debug, PartialEq, Eq)]
pub enum DecryptError {
    Damaged,
    Newer(u32),
    /// Intact, but encrypted with another key.
    WrongKey,
}

/// A parsed file that is still encrypted.
#[derive(Debug)]
pub struct EncryptedSecrets<'a> {
    pub salted: KeyParameters,
    header: &'a [u8; HEADER],
    body: &'a [u8],
    tag: &'a [u8; TAG],
}

impl<'a> EncryptedSecrets<'a> {
    pub fn parse(bytes: &'a [u8]) -> Result<Self, DecryptError> {
        let (content, checksum) = bytes.split_last_chunk::<CHECKSUM>().ok_or(DecryptError::Damaged)?;
        if !content.starts_with(MAGIC) || Sha256::digest(content)[..] != checksum[..] {
            return Err(DecryptError::Damaged);
        }
        let number = |at: usize| -> Option<u32> {
            Some(u32::from_le_bytes(content.get(at..at + 4)?.try_into().ok()?))
        };
        match number(16).ok_or(DecryptError::Damaged)? {
            VERSION => {}
            0 => return Err(DecryptError::Damaged),
            version => return Err(DecryptError::Newer(version)),
        }
        let parts = || {
            let (header, rest) = content.split_first_chunk::<HEADER>()?;
            let (body, tag) = rest.split_last_chunk::<TAG>()?;
            let cost = Cost { memory: number(20)?, passes: number(24)?, lanes: number(28)? };
            let salt = header[32..48].try_into().ok()?;
            cost.is_believable().then_some(Self { salted: KeyParameters { cost, salt }, header, body, tag })
        };
        parts().ok_or(DecryptError::Damaged)
    }

    pub fn open(&self, key: &Key) -> Result<Secrets, DecryptError> {
        let cipher = XChaCha20Poly1305::new((&**key).into());
        let nonce = XNonce::try_from(&self.header[48..]).map_err(|_| DecryptError::Damaged)?;
        let mut plain = Zeroizing::new(self.body.to_vec());
        let opened = cipher.decrypt_inout_detached(
            &nonce,
            self.header,
            plain.as_mut_slice().into(),
            &Tag::from(*self.tag),
        );
        opened.map_err(|_| DecryptError::WrongKey)?;
        read_entries(&plain).ok_or(DecryptError::Damaged)
    }
}

/// Encrypts the secrets into the bytes of a file. The nonce must be new for each call.
pub fn seal(secrets: &Secrets, salted: &KeyParameters, nonce: [u8; 24], key: &Key) -> Vec<u8> {
    let mut bytes = Vec::new();
    bytes.extend_from_slice(MAGIC);
    for number in [VERSION, salted.cost.memory, salted.cost.passes, salted.cost.lanes] {
        bytes.extend_from_slice(&number.to_le_bytes());
    }
    bytes.extend_from_slice(&salted.salt);
    bytes.extend_from_slice(&nonce);
    debug_assert_eq!(bytes.len(), HEADER);
    let mut body = write_entries(secrets);
    let cipher = XChaCha20Poly1305::new((&**key).into());
    let tag = cipher
        .encrypt_inout_detached(&XNonce::from(nonce), &bytes, body.as_mut_slice().into())
        .expect("only 256 GiB and more are too long");
    bytes.extend_from_slice(&body);
    bytes.extend_from_slice(&tag);
    bytes.extend_from_slice(&Sha256::digest(&bytes));
    bytes
}

/// Encodes server, name and secret of each entry, each prefixed with its length.
fn write_entries(secrets: &Secrets) -> Zeroizing<Vec<u8>> {
    let texts = || secrets.iter().flat_map(|(id, text)| [&*id.server, &*id.name, text.expose()]);
    // Allocated at once: growing would leave copies of secrets in memory.
    let mut bytes = Zeroizing::new(Vec::with_capacity(texts().map(|text| 8 + text.len()).sum()));
    for text in texts() {
        bytes.extend_from_slice(&(text.len() as u64).to_le_bytes());
        bytes.extend_from_slice(text.as_bytes());
    }
    bytes
}

fn read_entries(mut bytes: &[u8]) -> Option<Secrets> {
    let mut text = || -> Option<Option<&str>> {
        if bytes.is_empty() {
            return Some(None);
        }
        let (length, rest) = bytes.split_first_chunk()?;
        let (text, rest) = rest.split_at_checked(usize::try_from(u64::from_le_bytes(*length)).ok()?)?;
        bytes = rest;
        Some(Some(str::from_utf8(text).ok()?))
    };
    let mut secrets = Secrets::new();
    while let Some(server) = text()? {
        let (name, secret) = (text()??, text()??);
        secrets.insert(SecretId::new(server, name), secret.into());
    }
    Some(secrets)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const CHEAP: Cost = Cost { memory: 8, passes: 1, lanes: 1 };

    fn shown(secrets: &Secrets) -> Vec<(&str, &str, &str)> {
        secrets.iter().map(|(id, text)| (&*id.server, &*id.name, text.expose())).collect()
    }

    fn sealed(entries: &[(&str, &str, &str)]) -> Vec<u8> {
        let secrets =
            entries.iter().map(|(server, name, text)| (SecretId::new(*server, *name), (*text).into()));
        let salted = KeyParameters { cost: CHEAP, salt: [7; 16] };
        seal(&secrets.collect(), &salted, [9; 24], &salted.key(&"p".into()).unwrap())
    }

    fn open(bytes: &[u8], passphrase: &str) -> Result<Secrets, DecryptError> {
        let sealed = EncryptedSecrets::parse(bytes)?;
        sealed.open(&sealed.salted.key(&passphrase.into()).ok_or(DecryptError::Damaged)?)
    }

    fn with_checksum(mut bytes: Vec<u8>) -> Vec<u8> {
        bytes.truncate(bytes.len() - CHECKSUM);
        bytes.extend_from_slice(&Sha256::digest(&bytes));
        bytes
    }

    #[test]
    fn what_was_sealed_opens_with_its_passphrase_only() {
        for entries in
            [vec![], vec![("s", "n", "")], vec![("s", "n", "x"), ("s", "€", "y\0"), ("t", "n", "z")]]
        {
            let bytes = sealed(&entries);
            assert_eq!(shown(&open(&bytes, "p").unwrap()), entries);
            assert_eq!(open(&bytes, "P").unwrap_err(), DecryptError::WrongKey);
        }
    }

    #[test]
    fn a_changed_byte_anywhere_is_damage() {
        let bytes = sealed(&[("server", "name", "secret")]);
        for at in 0..bytes.len() {
            let mut changed = bytes.clone();
            changed[at] ^= 1;
            assert_eq!(open(&changed, "p").unwrap_err(), DecryptError::Damaged, "byte {at}");
        }
        for length in 0..bytes.len() {
            assert_eq!(open(&bytes[..length], "p").unwrap_err(), DecryptError::Damaged, "{length} bytes");
        }
    }

    #[test]
    fn a_byte_changed_on_purpose_never_opens() {
        let bytes = sealed(&[("server", "name", "secret")]);
        for at in 0..bytes.len() - CHECKSUM {
            let mut changed = bytes.clone();
            changed[at] ^= 1;
            assert!(open(&with_checksum(changed), "p").is_err(), "byte {at}");
        }
    }

    #[test]
    fn a_newer_format_is_told_from_damage() {
        let mut bytes = sealed(&[]);
        bytes[16] = 2;
        assert_eq!(open(&with_checksum(bytes), "p").unwrap_err(), DecryptError::Newer(2));
    }

    #[test]
    fn the_key_is_argon2id_of_the_passphrase() {
        // echo -n passphrase | argon2 saltsaltsaltsalt -id -t 3 -k 65536 -p 1 -l 32 -r
        let salted = KeyParameters { cost: Cost::STRONG, salt: *b"saltsaltsaltsalt" };
        let key = salted.key(&"passphrase".into()).unwrap();
        assert_eq!(
            hintsmith_core::fingerprint::to_hex(&*key),
            "5e6f7ea8117f18d1015e68176a257deae2c6bb8de2fcd4dfe3269f7bf30cabc8"
        );
    }

    proptest! {
        #[test]
        fn no_bytes_make_reading_fail_otherwise(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
            prop_assert_eq!(EncryptedSecrets::parse(&bytes).unwrap_err(), DecryptError::Damaged);
            let _ = read_entries(&bytes);
        }

        #[test]
        fn a_header_of_any_bytes_is_refused_or_believable(
            header in prop::collection::vec(any::<u8>(), HEADER - 20),
            small in any::<bool>(),
            rest in prop::collection::vec(any::<u8>(), 0..80),
        ) {
            let mut header = header;
            if small {
                // Random numbers are nearly always too large, so make some small ones.
                for number in header.chunks_mut(4).take(3) {
                    number[1..].fill(0);
                }
            }
            let bytes = [MAGIC, &VERSION.to_le_bytes()[..], &header, &rest, &[0; CHECKSUM]].concat();
            if let Ok(sealed) = EncryptedSecrets::parse(&with_checksum(bytes)) {
                prop_assert!(sealed.salted.cost.is_believable());
                let _ = sealed.salted.cost.params();
                prop_assert_eq!(sealed.open(&Key::default()).unwrap_err(), DecryptError::WrongKey);
            }
        }

        #[test]
        fn any_secrets_come_back(entries in prop::collection::btree_map((".*", ".*"), ".*", 0..5)) {
            let entries: Vec<(&str, &str, &str)> =
                entries.iter().map(|((server, name), text)| (&**server, &**name, &**text)).collect();
            let opened = open(&sealed(&entries), "p").unwrap();
            prop_assert_eq!(shown(&opened), entries);
        }
    }
}
