/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api.problem.pack;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.HashSet;
import java.util.List;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.zip.CRC32;
import org.apache.commons.compress.archivers.zip.UnixStat;
import org.apache.commons.compress.archivers.zip.ZipArchiveEntry;
import org.apache.commons.compress.archivers.zip.ZipFile;
import org.apache.commons.compress.utils.SeekableInMemoryByteChannel;
import org.jspecify.annotations.Nullable;

/** Unpacks a zip into memory; nothing in it is believed, and nothing touches the disk. */
final class ZipContents {

    private static final int MAX_LINK_TARGET = 4096;
    private static final int MAX_LINK_STEPS = 40;

    private final SiteLimits limits;
    private final Faults faults;
    private final NavigableMap<String, byte[]> files = new TreeMap<>();
    private final NavigableMap<String, String> links = new TreeMap<>();
    private final Set<String> names = new HashSet<>();
    private long unpacked;

    private ZipContents(SiteLimits limits, Faults faults) {
        this.limits = limits;
        this.faults = faults;
    }

    /**
     * The files by path, with links followed; empty when the zip cannot be used at all (the faults
     * say why).
     */
    static NavigableMap<String, byte[]> read(byte[] zip, SiteLimits limits, Faults faults) {
        if (zip.length == 0) {
            faults.add("The upload is empty: send the package as a zip file.");
            return new TreeMap<>();
        }
        if (zip.length > limits.maxPackageBytes()) {
            faults.add(
                    "The package has "
                            + zip.length
                            + " bytes, more than the "
                            + limits.maxPackageBytes()
                            + " that this site takes: leave out what is not needed.");
            return new TreeMap<>();
        }
        ZipContents contents = new ZipContents(limits, faults);
        try (ZipFile file =
                ZipFile.builder()
                        .setSeekableByteChannel(new SeekableInMemoryByteChannel(zip))
                        .get()) {
            if (!contents.entries(file)) {
                return new TreeMap<>();
            }
        } catch (IOException | IllegalArgumentException | IllegalStateException e) {
            // the library's messages speak of headers and offsets, which help nobody who made a zip
            // with a tool
            faults.add("The upload is not a zip file, or it is damaged: pack it again.");
            return new TreeMap<>();
        }
        contents.followLinks();
        return contents.files;
    }

    /** False when going on would be pointless or dangerous. */
    private boolean entries(ZipFile zip) throws IOException {
        int count = 0;
        for (Enumeration<ZipArchiveEntry> all = zip.getEntries(); all.hasMoreElements(); ) {
            ZipArchiveEntry entry = all.nextElement();
            if (++count > limits.maxFiles()) {
                faults.add(
                        "The package has more than "
                                + limits.maxFiles()
                                + " files: leave out what is not needed.");
                return false;
            }
            if (!entry(zip, entry)) {
                return false;
            }
        }
        if (count == 0) {
            faults.add("The zip holds no files: pack the package's folder.");
            return false;
        }
        return true;
    }

    private boolean entry(ZipFile zip, ZipArchiveEntry entry) throws IOException {
        String path = safePath(entry);
        if (path == null || path.isEmpty()) {
            return true;
        }
        if (entry.getGeneralPurposeBit().usesEncryption()) {
            faults.add(path + " is encrypted: pack it without a password.");
            return true;
        }
        if (!zip.canReadEntryData(entry)) {
            faults.add(
                    path + " is compressed in a way that is not read here: pack it with deflate.");
            return true;
        }
        int type = entry.getUnixMode() & UnixStat.FILE_TYPE_FLAG;
        boolean link = type == UnixStat.LINK_FLAG;
        if (type != 0 && !link && type != UnixStat.FILE_FLAG && type != UnixStat.DIR_FLAG) {
            faults.add(path + " is neither a file nor a folder nor a link: leave it out.");
            return true;
        }
        if (entry.isDirectory() && !link) {
            return true;
        }
        if (!names.add(path)) {
            faults.add(path + " is in the zip twice: keep one of them.");
            return true;
        }
        byte[] content = inflate(zip, entry, path);
        if (content == null) {
            return false;
        }
        if (link) {
            keepLink(path, content);
        } else {
            files.put(path, content);
        }
        return true;
    }

    /** Sizes in headers are claims: the bytes are counted while they come out. Null: too many. */
    private byte @Nullable [] inflate(ZipFile zip, ZipArchiveEntry entry, String path)
            throws IOException {
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        CRC32 crc = new CRC32();
        byte[] buffer = new byte[16 * 1024];
        try (InputStream in = zip.getInputStream(entry)) {
            for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                unpacked += n;
                if (unpacked > limits.maxUnpackedBytes()) {
                    faults.add(tooBig());
                    return null;
                }
                crc.update(buffer, 0, n);
                content.write(buffer, 0, n);
            }
        }
        if (crc.getValue() != entry.getCrc()) {
            faults.add(path + " is damaged (its checksum is wrong): pack the package again.");
        }
        return content.toByteArray();
    }

    private String tooBig() {
        return "The package unpacks to more than "
                + limits.maxUnpackedBytes()
                + " bytes, which this site does not take: make the tests smaller.";
    }

    /** The path with plain separators and no dots; null when it is refused. */
    private @Nullable String safePath(ZipArchiveEntry entry) {
        // the library turns backslashes into slashes for zips made on DOS; the raw bytes do not lie
        byte[] raw = entry.getRawName();
        String name = raw == null ? entry.getName() : new String(raw, StandardCharsets.UTF_8);
        if (name.indexOf('\\') >= 0) {
            faults.add(name + " has a backslash in its name: use / between folders.");
            return null;
        }
        if (name.startsWith("/") || name.matches("[A-Za-z]:.*")) {
            faults.add(name + " is an absolute path: pack paths that are inside the package.");
            return null;
        }
        if (name.indexOf('\0') >= 0 || name.length() > 4096) {
            faults.add(name + " is not a usable file name: rename it.");
            return null;
        }
        List<String> parts = new ArrayList<>();
        for (String part : name.split("/", -1)) {
            if (part.equals("..")) {
                faults.add(name + " leads outside the package: pack paths that are inside it.");
                return null;
            }
            if (!part.isEmpty() && !part.equals(".")) {
                parts.add(part);
            }
        }
        return String.join("/", parts);
    }

    private void keepLink(String path, byte[] content) {
        String target = new String(content, StandardCharsets.UTF_8);
        if (content.length == 0
                || content.length > MAX_LINK_TARGET
                || target.startsWith("/")
                || target.indexOf('\\') >= 0
                || target.indexOf('\0') >= 0) {
            faults.add(linkOutside(path));
            return;
        }
        links.put(path, target);
    }

    private static String linkOutside(String path) {
        return path
                + " is a link that leads outside the package: put the file itself in its place.";
    }

    /** Puts what the links point to in their places. */
    private void followLinks() {
        // With a folder around the package, that folder is the wall that no link may climb over.
        String root = PackageFiles.rootOf(files.keySet());
        NavigableMap<String, String> folders = new TreeMap<>();
        NavigableMap<String, byte[]> found = new TreeMap<>();
        for (String link : links.navigableKeySet()) {
            String target = resolve(link, root);
            if (target == null) {
                continue;
            }
            byte[] content = files.get(target);
            if (content != null) {
                found.put(link, content);
            } else if (!files.subMap(target + "/", target + "0").isEmpty()) {
                folders.put(link, target);
            } else {
                faults.add(link + " is a link to nothing: put the file itself in its place.");
            }
        }
        files.putAll(found);
        NavigableMap<String, byte[]> before = new TreeMap<>(files);
        for (var folder : folders.entrySet()) {
            String target = folder.getValue();
            if (!folders.subMap(target + "/", target + "0").isEmpty()
                    || (folder.getKey() + "/").startsWith(target + "/")) {
                faults.add(
                        folder.getKey()
                                + " is a link to a folder with links to folders: put the files"
                                + " themselves in its place.");
                continue;
            }
            // '0' follows '/': the range holds exactly what is below the folder
            for (var file : before.subMap(target + "/", target + "0").entrySet()) {
                unpacked += file.getValue().length;
                if (unpacked > limits.maxUnpackedBytes() || files.size() >= limits.maxFiles()) {
                    faults.add(tooBig());
                    return;
                }
                files.putIfAbsent(
                        folder.getKey() + file.getKey().substring(target.length()),
                        file.getValue());
            }
        }
    }

    /** Where a link ends, following links in the middle of paths too; null when it is refused. */
    private @Nullable String resolve(String link, String root) {
        List<String> done = new ArrayList<>();
        List<String> todo = new ArrayList<>(List.of(link.split("/")));
        int steps = 0;
        while (!todo.isEmpty()) {
            String part = todo.removeFirst();
            if (part.isEmpty() || part.equals(".")) {
                continue;
            }
            if (part.equals("..")) {
                if (done.isEmpty()) {
                    faults.add(linkOutside(link));
                    return null;
                }
                done.removeLast();
                continue;
            }
            done.add(part);
            String target = links.get(String.join("/", done));
            if (target != null) {
                if (++steps > MAX_LINK_STEPS) {
                    faults.add(
                            link + " is a link that leads to itself: put the file in its place.");
                    return null;
                }
                done.removeLast();
                todo.addAll(0, List.of(target.split("/")));
            }
        }
        String path = String.join("/", done);
        if (!path.startsWith(root)) {
            faults.add(linkOutside(link));
            return null;
        }
        return path;
    }
}
