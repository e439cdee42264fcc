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
const HEADER_BYTES: usize = 72;
const TAG_BYTES: usize = 16;
const CHECKSUM_BYTES: usize = 32;

/// Argon2id parameters: the cost of one guess at the passphrase.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KdfCost {
    /// In KiB.
    pub memory: u32,
    pub passes: u32,
    pub lanes: u32,
}

impl KdfCost {
    /// Above the OWASP minimum for Argon2id (19 MiB, 2 passes); memory and passes of the second recommendation of RFC
    /// 9106.
    pub const DEFAULT: Self = Self { memory: 64 * 1024, passes: 3, lanes: 1 };
    /// Limit for the parameters in a header. A forged header could otherwise exhaust the memory.
    const MAX: Self = Self { memory: 256 * 1024, passes: 16, lanes: 16 };

    fn is_within_limits(self) -> bool {
        self.memory <= Self::MAX.memory && self.passes <= Self::MAX.passes && self.lanes <= Self::MAX.lanes
    }

    fn params(self) -> Option<Params> {
        Params::new(self.memory, self.passes, self.lanes, Some(32)).ok()
    }
}

/// The inputs of the key derivation besides the passphrase.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KeyParameters {
    pub cost: KdfCost,
    pub salt: [u8; 16],
}

impl KeyParameters {
    /// Derives the key. `None` if Argon2 rejects the cost.
    pub fn derive_key(&self, passphrase: &SecretText) -> Option<Key> {
        let argon2 = Argon2::new(Algorithm::Argon2id, Version::V0x13, self.cost.params()?);
        let mut key = Key::default();
        argon2.hash_password_into(passphrase.expose().as_bytes(), &self.salt, &mut *key).ok()?;
        Some(key)
    }
}

#[derive(Debug, PartialEq, Eq)]
pub enum DecryptError {
    Damaged,
    NewerVersion(u32),
    /// Intact, but encrypted with another key.
    WrongKey,
}

/// A parsed file that is still encrypted.
#[derive(Debug)]
pub struct EncryptedSecrets<'a> {
    pub key_parameters: KeyParameters,
    header: &'a [u8; HEADER_BYTES],
    body: &'a [u8],
    tag: &'a [u8; TAG_BYTES],
}

impl<'a> EncryptedSecrets<'a> {
    pub fn parse(bytes: &'a [u8]) -> Result<Self, DecryptError> {
        let (content, checksum) = bytes.split_last_chunk::<CHECKSUM_BYTES>().ok_or(DecryptError::Damaged)?;
        if !content.starts_with(MAGIC) || Sha256::digest(content)[..] != checksum[..] {
            return Err(DecryptError::Damaged);
        }
        let number = |at: usize| -> Option<u32> {
            Some(u32::from_le_bytes(content.get(at..at + 4)?.try_into().ok()?))
        };
        match number(16).ok_or(DecryptError::Damaged)? {
            VERSION => {}
            0 => return Err(DecryptError::Damaged),
            version => return Err(DecryptError::NewerVersion(version)),
        }
        let parts = || {
            let (header, rest) = content.split_first_chunk::<HEADER_BYTES>()?;
            let (body, tag) = rest.split_last_chunk::<TAG_BYTES>()?;
            let cost = KdfCost { memory: number(20)?, passes: number(24)?, lanes: number(28)? };
            let salt = header[32..48].try_into().ok()?;
            cost.is_within_limits().then_some(Self {
                key_parameters: KeyParameters { cost, salt },
                header,
                body,
                tag,
            })
        };
        parts().ok_or(DecryptError::Damaged)
    }

    pub fn decrypt(&self, key: &Key) -> Result<Secrets, DecryptError> {
        let cipher = XChaCha20Poly1305::new((&**key).into());
        let nonce = XNonce::try_from(&self.header[48..]).map_err(|_| DecryptError::Damaged)?;
        let mut plain = Zeroizing::new(self.body.to_vec());
        let decrypted = cipher.decrypt_inout_detached(
            &nonce,
            self.header,
            plain.as_mut_slice().into(),
            &Tag::from(*self.tag),
        );
        decrypted.map_err(|_| DecryptError::WrongKey)?;
        decode_entries(&plain).ok_or(DecryptError::Damaged)
    }
}

/// Encrypts the secrets into the bytes of a file. The nonce must be new for each call.
pub fn encrypt(secrets: &Secrets, key_parameters: &KeyParameters, nonce: [u8; 24], key: &Key) -> Vec<u8> {
    let mut bytes = Vec::new();
    bytes.extend_from_slice(MAGIC);
    for number in [VERSION, key_parameters.cost.memory, key_parameters.cost.passes, key_parameters.cost.lanes]
    {
        bytes.extend_from_slice(&number.to_le_bytes());
    }
    bytes.extend_from_slice(&key_parameters.salt);
    bytes.extend_from_slice(&nonce);
    debug_assert_eq!(bytes.len(), HEADER_BYTES);
    let mut body = encode_entries(secrets);
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
fn encode_entries(secrets: &Secrets) -> Zeroizing<Vec<u8>> {
    let texts = || secrets.iter().flat_map(|(id, text)| [&*id.server, &*id.name, text.expose()]);
    // Allocated at once: growing would leave copies of secrets in memory.
    let mut bytes = Zeroizing::new(Vec::with_capacity(texts().map(|text| 8 + text.len()).sum()));
    for text in texts() {
        bytes.extend_from_slice(&(text.len() as u64).to_le_bytes());
        bytes.extend_from_slice(text.as_bytes());
    }
    bytes
}

fn decode_entries(mut bytes: &[u8]) -> Option<Secrets> {
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

    const CHEAP: KdfCost = KdfCost { memory: 8, passes: 1, lanes: 1 };

    fn plain_entries(secrets: &Secrets) -> Vec<(&str, &str, &str)> {
        secrets.iter().map(|(id, text)| (&*id.server, &*id.name, text.expose())).collect()
    }

    fn encrypt_entries(entries: &[(&str, &str, &str)]) -> Vec<u8> {
        let secrets =
            entries.iter().map(|(server, name, text)| (SecretId::new(*server, *name), (*text).into()));
        let key_parameters = KeyParameters { cost: CHEAP, salt: [7; 16] };
        encrypt(
            &secrets.collect(),
            &key_parameters,
            [9; 24],
            &key_parameters.derive_key(&"p".into()).unwrap(),
        )
    }

    fn decrypt(bytes: &[u8], passphrase: &str) -> Result<Secrets, DecryptError> {
        let encrypted = EncryptedSecrets::parse(bytes)?;
        encrypted
            .decrypt(&encrypted.key_parameters.derive_key(&passphrase.into()).ok_or(DecryptError::Damaged)?)
    }

    fn with_checksum(mut bytes: Vec<u8>) -> Vec<u8> {
        bytes.truncate(bytes.len() - CHECKSUM_BYTES);
        bytes.extend_from_slice(&Sha256::digest(&bytes));
        bytes
    }

    #[test]
    fn encrypted_secrets_decrypt_with_their_passphrase_only() {
        for entries in
            [vec![], vec![("s", "n", "")], vec![("s", "n", "x"), ("s", "€", "y\0"), ("t", "n", "z")]]
        {
            let bytes = encrypt_entries(&entries);
            assert_eq!(plain_entries(&decrypt(&bytes, "p").unwrap()), entries);
            assert_eq!(decrypt(&bytes, "P").unwrap_err(), DecryptError::WrongKey);
        }
    }

    #[test]
    fn a_changed_byte_anywhere_is_damage() {
        let bytes = encrypt_entries(&[("server", "name", "secret")]);
        for at in 0..bytes.len() {
            let mut changed = bytes.clone();
            changed[at] ^= 1;
            assert_eq!(decrypt(&changed, "p").unwrap_err(), DecryptError::Damaged, "byte {at}");
        }
        for length in 0..bytes.len() {
            assert_eq!(decrypt(&bytes[..length], "p").unwrap_err(), DecryptError::Damaged, "{length} bytes");
        }
    }

    #[test]
    fn a_changed_byte_with_a_new_checksum_never_decrypts() {
        let bytes = encrypt_entries(&[("server", "name", "secret")]);
        for at in 0..bytes.len() - CHECKSUM_BYTES {
            let mut changed = bytes.clone();
            changed[at] ^= 1;
            assert!(decrypt(&with_checksum(changed), "p").is_err(), "byte {at}");
        }
    }

    #[test]
    fn a_newer_version_is_distinguished_from_damage() {
        let mut bytes = encrypt_entries(&[]);
        bytes[16] = 2;
        assert_eq!(decrypt(&with_checksum(bytes), "p").unwrap_err(), DecryptError::NewerVersion(2));
    }

    #[test]
    fn the_key_is_argon2id_of_the_passphrase() {
        // echo -n passphrase | argon2 saltsaltsaltsalt -id -t 3 -k 65536 -p 1 -l 32 -r
        let key_parameters = KeyParameters { cost: KdfCost::DEFAULT, salt: *b"saltsaltsaltsalt" };
        let key = key_parameters.derive_key(&"passphrase".into()).unwrap();
        assert_eq!(
            hintsmith_core::model::fingerprint::to_hex(&*key),
            "5e6f7ea8117f18d1015e68176a257deae2c6bb8de2fcd4dfe3269f7bf30cabc8"
        );
    }

    proptest! {
        #[test]
        fn arbitrary_bytes_are_reported_as_damaged(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
            prop_assert_eq!(EncryptedSecrets::parse(&bytes).unwrap_err(), DecryptError::Damaged);
            let _ = decode_entries(&bytes);
        }

        #[test]
        fn a_header_of_any_bytes_is_rejected_or_within_limits(
            header in prop::collection::vec(any::<u8>(), HEADER_BYTES - 20),
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
            let bytes = [MAGIC, &VERSION.to_le_bytes()[..], &header, &rest, &[0; CHECKSUM_BYTES]].concat();
            if let Ok(encrypted) = EncryptedSecrets::parse(&with_checksum(bytes)) {
                prop_assert!(encrypted.key_parameters.cost.is_within_limits());
                let _ = encrypted.key_parameters.cost.params();
                prop_assert_eq!(encrypted.decrypt(&Key::default()).unwrap_err(), DecryptError::WrongKey);
            }
        }

        #[test]
        fn any_secrets_survive_a_round_trip(entries in prop::collection::btree_map((".*", ".*"), ".*", 0..5)) {
            let entries: Vec<(&str, &str, &str)> =
                entries.iter().map(|((server, name), text)| (&**server, &**name, &**text)).collect();
            let decrypted = decrypt(&encrypt_entries(&entries), "p").unwrap();
            prop_assert_eq!(plain_entries(&decrypted), entries);
        }
    }
}
