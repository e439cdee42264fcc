/* A disk that fails, for one program: preloaded, it counts the calls that change files under a folder, and at the n-th
 * something happens.
 *
 *   DISK_FOLDER  the folder
 *   DISK_N       which call, from 1
 *   DISK_MODE    eio    this call and all later ones fail
 *                once   this call fails
 *                full   this call and all later ones that write fail for want of room
 *                power  the power goes: whatever was not synced is undone, and the program ends with 137
 *                torn   the same, but a random half of the sectors of 512 bytes that were not synced got there
 *                count  nothing happens
 *   DISK_SEED    picks the sectors
 *   DISK_COUNT   the file that gets the number of calls when the program ends
 *
 * Names are taken to be durable at once (rename, unlink): that is the harder case for whoever renames what is not synced.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#define SECTOR 512

enum mode { COUNT, EIO_ON, ONCE, FULL, POWER, TORN };
enum kind { WRITES, OTHER };

/* A change that was not synced yet. */
struct change {
    struct change *before;
    int file; /* index in files */
    off_t offset, length;
    off_t old_length, new_length;
    unsigned char *old, *new; /* old is as long as what was there, new is NULL for a truncation */
    off_t old_bytes;
};

static struct { dev_t dev; ino_t ino; int fd; } files[256];
static int file_count;
static struct change *newest;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char folder[PATH_MAX];
static size_t folder_length;
static long calls, nth = -1;
static enum mode mode;
static uint64_t chance = 1;

static ssize_t (*real_write)(int, const void *, size_t);
static ssize_t (*real_pwrite)(int, const void *, size_t, off_t);
static ssize_t (*real_writev)(int, const struct iovec *, int);
static int (*real_fsync)(int);
static int (*real_fdatasync)(int);
static int (*real_ftruncate)(int, off_t);
static int (*real_rename)(const char *, const char *);
static int (*real_unlink)(const char *);

__attribute__((constructor)) static void start(void) {
    real_write = dlsym(RTLD_NEXT, "write");
    real_pwrite = dlsym(RTLD_NEXT, "pwrite64");
    real_writev = dlsym(RTLD_NEXT, "writev");
    real_fsync = dlsym(RTLD_NEXT, "fsync");
    real_fdatasync = dlsym(RTLD_NEXT, "fdatasync");
    real_ftruncate = dlsym(RTLD_NEXT, "ftruncate64");
    real_rename = dlsym(RTLD_NEXT, "rename");
    real_unlink = dlsym(RTLD_NEXT, "unlink");
    const char *text = getenv("DISK_FOLDER");
    if (text) snprintf(folder, sizeof folder, "%s/", text);
    folder_length = strlen(folder);
    if ((text = getenv("DISK_N"))) nth = atol(text);
    if ((text = getenv("DISK_SEED"))) chance = strtoull(text, NULL, 10) * 2 + 1;
    text = getenv("DISK_MODE");
    const char *names[] = {"count", "eio", "once", "full", "power", "torn"};
    for (int at = 0; text && at < 6; at++)
        if (!strcmp(text, names[at])) mode = (enum mode)at;
}

__attribute__((destructor)) static void end(void) {
    const char *path = getenv("DISK_COUNT");
    if (!path) return;
    FILE *out = fopen(path, "w");
    if (!out) return;
    fprintf(out, "%ld\n", calls);
    fclose(out);
}

static int under(const char *path) { return folder_length && !strncmp(path, folder, folder_length); }

static int ours(int fd) {
    char link[64], path[PATH_MAX];
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length < 0) return 0;
    path[length] = 0;
    /* The folder itself is synced after a rename. */
    return under(path) || (folder_length && (size_t)length == folder_length - 1 && !strncmp(path, folder, length));
}

static uint64_t next(void) {
    chance ^= chance << 13;
    chance ^= chance >> 7;
    chance ^= chance << 17;
    return chance;
}

/* A descriptor of our own: it is never closed, because that would let go of the locks on the file. */
static int file_of(int fd) {
    struct stat stat;
    if (fstat(fd, &stat) || !S_ISREG(stat.st_mode)) return -1;
    for (int at = 0; at < file_count; at++)
        if (files[at].dev == stat.st_dev && files[at].ino == stat.st_ino) return at;
    if (file_count == 256) abort();
    char link[64];
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    int own = open(link, O_RDWR | O_CLOEXEC);
    if (own < 0) return -1;
    files[file_count].dev = stat.st_dev;
    files[file_count].ino = stat.st_ino;
    files[file_count].fd = own;
    return file_count++;
}

static off_t length_of(int fd) {
    struct stat stat;
    return fstat(fd, &stat) ? 0 : stat.st_size;
}

/* Remembers what a change is about to replace. */
static void remember(int fd, off_t offset, const void *bytes, off_t length, off_t new_length) {
    if (mode != POWER && mode != TORN) return;
    int file = file_of(fd);
    if (file < 0) return;
    struct change *change = calloc(1, sizeof *change);
    change->file = file;
    change->offset = offset;
    change->length = length;
    change->old_length = length_of(fd);
    change->new_length = new_length > change->old_length || !bytes ? new_length : change->old_length;
    off_t end = bytes ? offset + length : change->old_length;
    if (end > change->old_length) end = change->old_length;
    if (end > offset) {
        change->old = malloc(end - offset);
        ssize_t got = pread(files[file].fd, change->old, end - offset, offset);
        change->old_bytes = got < 0 ? 0 : got;
    }
    if (bytes) {
        change->new = malloc(length);
        memcpy(change->new, bytes, length);
    }
    change->before = newest;
    newest = change;
}

static void synced(int fd) {
    if (mode != POWER && mode != TORN) return;
    int file = file_of(fd);
    if (file < 0) return;
    struct change **at = &newest;
    while (*at) {
        struct change *change = *at;
        if (change->file == file) {
            *at = change->before;
            free(change->old);
            free(change->new);
            free(change);
        } else {
            at = &change->before;
        }
    }
}

/* Puts a random half of the sectors of a change back, the oldest change first. */
static void half_of(struct change *change) {
    if (!change) return;
    half_of(change->before);
    int fd = files[change->file].fd;
    if (!change->new) {
        if (next() & 1024) real_ftruncate(fd, change->new_length);
        return;
    }
    for (off_t at = 0; at < change->length;) {
        off_t until = (change->offset + at) / SECTOR * SECTOR + SECTOR - change->offset;
        if (until > change->length) until = change->length;
        if (next() & 1024) real_pwrite(fd, change->new + at, until - at, change->offset + at);
        at = until;
    }
}

static void power_cut(void) {
    for (struct change *change = newest; change; change = change->before) {
        int fd = files[change->file].fd;
        if (change->old_bytes) real_pwrite(fd, change->old, change->old_bytes, change->offset);
        real_ftruncate(fd, change->old_length);
    }
    if (mode == TORN) half_of(newest);
    _exit(137);
}

/* Counts a call, and says whether it fails; errno is set then. Called with the lock held. */
static int fails(enum kind kind) {
    long call = ++calls;
    switch (mode) {
    case COUNT: return 0;
    case EIO_ON: errno = EIO; return call >= nth;
    case ONCE: errno = EIO; return call == nth;
    case FULL: errno = ENOSPC; return call >= nth && kind == WRITES;
    default:
        if (call == nth) power_cut();
        return 0;
    }
}

#define UNDER_LOCK(type, kind, prepare, call) \
    pthread_mutex_lock(&lock);                \
    type result = -1;                         \
    if (!fails(kind)) {                       \
        prepare;                              \
        result = call;                        \
    }                                         \
    int error = errno;                        \
    pthread_mutex_unlock(&lock);              \
    errno = error;                            \
    return result

/* Where a plain write goes. */
static off_t place(int fd) {
    int flags = fcntl(fd, F_GETFL);
    return flags >= 0 && (flags & O_APPEND) ? length_of(fd) : lseek(fd, 0, SEEK_CUR);
}

ssize_t write(int fd, const void *bytes, size_t length) {
    if (!ours(fd)) return real_write(fd, bytes, length);
    UNDER_LOCK(ssize_t, WRITES, off_t at = place(fd); remember(fd, at, bytes, length, at + length),
               real_write(fd, bytes, length));
}

ssize_t pwrite64(int fd, const void *bytes, size_t length, off_t at) {
    if (!ours(fd)) return real_pwrite(fd, bytes, length, at);
    UNDER_LOCK(ssize_t, WRITES, remember(fd, at, bytes, length, at + length), real_pwrite(fd, bytes, length, at));
}

ssize_t pwrite(int fd, const void *bytes, size_t length, off_t at) { return pwrite64(fd, bytes, length, at); }

ssize_t writev(int fd, const struct iovec *parts, int count) {
    if (!ours(fd)) return real_writev(fd, parts, count);
    /* One part is a legal answer to a request for several. */
    for (int part = 0; part < count; part++)
        if (parts[part].iov_len) return write(fd, parts[part].iov_base, parts[part].iov_len);
    return 0;
}

int fsync(int fd) {
    if (!ours(fd)) return real_fsync(fd);
    UNDER_LOCK(int, OTHER, synced(fd), real_fsync(fd));
}

int fdatasync(int fd) {
    if (!ours(fd)) return real_fdatasync(fd);
    UNDER_LOCK(int, OTHER, synced(fd), real_fdatasync(fd));
}

int ftruncate64(int fd, off_t length) {
    if (!ours(fd)) return real_ftruncate(fd, length);
    UNDER_LOCK(int, WRITES, remember(fd, length, NULL, 0, length), real_ftruncate(fd, length));
}

int ftruncate(int fd, off_t length) { return ftruncate64(fd, length); }

int rename(const char *from, const char *to) {
    if (!under(from) && !under(to)) return real_rename(from, to);
    UNDER_LOCK(int, OTHER, (void)0, real_rename(from, to));
}

int unlink(const char *path) {
    if (!under(path)) return real_unlink(path);
    UNDER_LOCK(int, OTHER, (void)0, real_unlink(path));
}
